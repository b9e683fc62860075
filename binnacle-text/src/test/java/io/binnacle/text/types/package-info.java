/** Tests of the package of the same name. */
@NullMarked
package io.binnacle.text.types;

import org.jspecify.annotations.NullMarked;
