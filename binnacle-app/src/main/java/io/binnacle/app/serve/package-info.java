/**
 * The control plane as a whole: {@link io.binnacle.app.serve.ControlPlane} puts source, catalog,
 * streams, xDS port and admin port together, as {@link io.binnacle.app.serve.ServeSettings} set it.
 */
@NullMarked
package io.binnacle.app.serve;

import org.jspecify.annotations.NullMarked;
