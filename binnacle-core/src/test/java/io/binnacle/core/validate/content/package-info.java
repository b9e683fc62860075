@NullMarked
package io.binnacle.core.validate.content;

import org.jspecify.annotations.NullMarked;
