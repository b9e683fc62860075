/**
 * Settings of the transport that an application chooses: {@link
 * io.binnacle.server.armeria.TransportOptions}, and TLS with certificates that reload ({@link
 * io.binnacle.server.armeria.ReloadingTls}). Package {@code guard} closes connections of hostile
 * peers.
 */
@NullMarked
package io.binnacle.server.armeria;

import org.jspecify.annotations.NullMarked;
