/** What is kept on disk. */
@NullMarked
package io.binnacle.client.store;

import org.jspecify.annotations.NullMarked;
