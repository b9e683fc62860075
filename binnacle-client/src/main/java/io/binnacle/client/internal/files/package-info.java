/** Files that a client follows (F-1). */
@NullMarked
package io.binnacle.client.internal.files;

import org.jspecify.annotations.NullMarked;
