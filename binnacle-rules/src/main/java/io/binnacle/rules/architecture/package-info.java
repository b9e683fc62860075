/**
 * What every module's architecture test asks: {@link io.binnacle.rules.architecture.PackageArrows}.
 * Test support: nothing of it is part of the product.
 */
@NullMarked
package io.binnacle.rules.architecture;

import org.jspecify.annotations.NullMarked;
