/**
 * Bootstraps that point a client at a control plane: {@link
 * io.binnacle.app.bootstrap.EnvoyBootstrap} as YAML with comments, {@link
 * io.binnacle.app.bootstrap.GrpcBootstrap} as JSON, both for a {@link
 * io.binnacle.app.bootstrap.BootstrapRequest}.
 */
@NullMarked
package io.binnacle.app.bootstrap;

import org.jspecify.annotations.NullMarked;
