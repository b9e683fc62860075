/**
 * The admin port (M-1, M-3): {@link io.binnacle.app.admin.AdminServer} puts health, metrics and the
 * API ({@link io.binnacle.app.admin.api}) over what the control plane knows on a port of its own.
 */
@NullMarked
package io.binnacle.app.admin;

import org.jspecify.annotations.NullMarked;
