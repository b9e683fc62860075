@NullMarked
package io.binnacle.server.internal.poll;

import org.jspecify.annotations.NullMarked;
