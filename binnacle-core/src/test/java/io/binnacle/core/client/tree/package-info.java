/** Trees of configuration against our own server in memory. */
@NullMarked
package io.binnacle.core.client.tree;

import org.jspecify.annotations.NullMarked;
