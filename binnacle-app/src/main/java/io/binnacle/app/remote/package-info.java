/**
 * A running server as the commands that ask it see it: {@link io.binnacle.app.remote.AdminClient}
 * reads its API, and {@link io.binnacle.app.remote.StatusTable}, {@link
 * io.binnacle.app.remote.ListTables} and {@link io.binnacle.app.remote.TreeText} show answers to
 * people.
 */
@NullMarked
package io.binnacle.app.remote;

import org.jspecify.annotations.NullMarked;
