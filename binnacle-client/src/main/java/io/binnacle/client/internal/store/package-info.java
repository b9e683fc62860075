/** What a client holds, on disk, for its next run (C-15). */
@NullMarked
package io.binnacle.client.internal.store;

import org.jspecify.annotations.NullMarked;
