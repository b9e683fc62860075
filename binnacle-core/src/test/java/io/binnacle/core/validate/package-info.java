@NullMarked
package io.binnacle.core.validate;

import org.jspecify.annotations.NullMarked;
