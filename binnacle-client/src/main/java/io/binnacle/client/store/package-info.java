/** What a client holds, on disk, for its next run (C-15). */
@NullMarked
package io.binnacle.client.store;

import org.jspecify.annotations.NullMarked;
