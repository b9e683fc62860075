@NullMarked
package io.binnacle.server.poll;

import org.jspecify.annotations.NullMarked;
