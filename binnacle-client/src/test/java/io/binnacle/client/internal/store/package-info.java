/** What is kept on disk. */
@NullMarked
package io.binnacle.client.internal.store;

import org.jspecify.annotations.NullMarked;
