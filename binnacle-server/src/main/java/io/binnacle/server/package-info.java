/**
 * The server as one object, for applications that embed it.
 *
 * <p>Read {@link io.binnacle.server.XdsServer} first. What it is made of: {@code catalog} holds
 * what is published, {@code stream} moves messages between sessions and transports, {@code armeria}
 * is the transport, {@code status} and {@code metrics} show how the clients stand, and {@code hub}
 * is what this server has in common with {@code grpc}, the services for a server of one's own.
 */
@NullMarked
package io.binnacle.server;

import org.jspecify.annotations.NullMarked;
