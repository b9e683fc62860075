@NullMarked
package io.binnacle.server.internal.json;

import org.jspecify.annotations.NullMarked;
