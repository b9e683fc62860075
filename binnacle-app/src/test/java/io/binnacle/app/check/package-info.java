@NullMarked
package io.binnacle.app.check;

import org.jspecify.annotations.NullMarked;
