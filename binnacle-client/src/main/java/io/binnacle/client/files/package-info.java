/** Files that a client follows (F-1). */
@NullMarked
package io.binnacle.client.files;

import org.jspecify.annotations.NullMarked;
