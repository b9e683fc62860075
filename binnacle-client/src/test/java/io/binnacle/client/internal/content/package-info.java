@NullMarked
package io.binnacle.client.internal.content;

import org.jspecify.annotations.NullMarked;
