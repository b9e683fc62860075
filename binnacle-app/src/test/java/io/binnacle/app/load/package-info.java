@NullMarked
package io.binnacle.app.load;

import org.jspecify.annotations.NullMarked;
