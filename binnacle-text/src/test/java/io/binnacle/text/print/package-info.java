/** Tests of the package of the same name. */
@NullMarked
package io.binnacle.text.print;

import org.jspecify.annotations.NullMarked;
