/** Tests of what is common to reading: names, findings; and {@link TestTypes} for the others. */
@NullMarked
package io.binnacle.text;

import org.jspecify.annotations.NullMarked;
