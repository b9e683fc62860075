/**
 * The client library. Begin reading at {@link io.binnacle.client.XdsClient}, and at {@link
 * io.binnacle.client.config.XdsSource} for where resources come from. What drives the sessions, and
 * the transports, are in packages below {@code internal}, which are no API.
 */
@NullMarked
package io.binnacle.client;

import org.jspecify.annotations.NullMarked;
