/**
 * The admin port (M-1, M-3, ST-1): {@link io.binnacle.app.admin.AdminServer} puts health, metrics
 * and the API over what the control plane knows on a port of its own.
 */
@NullMarked
package io.binnacle.app.admin;

import org.jspecify.annotations.NullMarked;
