@NullMarked
package io.binnacle.sources.export;

import org.jspecify.annotations.NullMarked;
