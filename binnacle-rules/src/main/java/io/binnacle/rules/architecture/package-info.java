/**
 * What the architecture tests of all modules ask: {@link
 * io.binnacle.rules.architecture.PackageArrows}, and that of a library {@link
 * io.binnacle.rules.architecture.PublicFace}. Test support: nothing of it is part of the product.
 */
@NullMarked
package io.binnacle.rules.architecture;

import org.jspecify.annotations.NullMarked;
