@NullMarked
package io.binnacle.server.resolve;

import org.jspecify.annotations.NullMarked;
