/** Tests of the package of the same name. */
@NullMarked
package io.binnacle.text.decode;

import org.jspecify.annotations.NullMarked;
