/**
 * The client library. Begin reading at {@link io.binnacle.client.config.XdsSource} for where
 * resources come from.
 */
@NullMarked
package io.binnacle.client;

import org.jspecify.annotations.NullMarked;
