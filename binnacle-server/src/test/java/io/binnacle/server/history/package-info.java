/** Tests of the views that clients may hold. */
@NullMarked
package io.binnacle.server.history;

import org.jspecify.annotations.NullMarked;
