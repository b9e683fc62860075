/**
 * What servers have in common, whatever their transport: a hub of streams with those that watch it.
 *
 * <p>Read {@link io.binnacle.server.internal.hub.HubSettings} first. Public for the builders of the
 * servers; applications use those.
 */
@NullMarked
package io.binnacle.server.internal.hub;

import org.jspecify.annotations.NullMarked;
