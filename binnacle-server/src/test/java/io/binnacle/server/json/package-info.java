@NullMarked
package io.binnacle.server.json;

import org.jspecify.annotations.NullMarked;
