/** Tests of the package of the same name. */
@NullMarked
package io.binnacle.text.tree;

import org.jspecify.annotations.NullMarked;
