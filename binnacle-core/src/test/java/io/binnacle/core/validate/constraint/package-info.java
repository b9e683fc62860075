@NullMarked
package io.binnacle.core.validate.constraint;

import org.jspecify.annotations.NullMarked;
