/** Tests of the package of the same name. */
@NullMarked
package io.binnacle.text.subst;

import org.jspecify.annotations.NullMarked;
