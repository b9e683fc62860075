@NullMarked
package io.binnacle.client.content;

import org.jspecify.annotations.NullMarked;
