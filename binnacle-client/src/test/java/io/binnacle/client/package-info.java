@NullMarked
package io.binnacle.client;

import org.jspecify.annotations.NullMarked;
