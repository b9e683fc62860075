/** Threads of the server beside its event loops. Read {@link OwnThreads}. */
@NullMarked
package io.binnacle.server.threads;

import org.jspecify.annotations.NullMarked;
