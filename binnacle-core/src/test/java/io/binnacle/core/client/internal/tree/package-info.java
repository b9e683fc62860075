/** Trees of configuration against our own server in memory. */
@NullMarked
package io.binnacle.core.client.internal.tree;

import org.jspecify.annotations.NullMarked;
