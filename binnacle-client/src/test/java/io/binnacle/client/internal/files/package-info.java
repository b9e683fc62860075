@NullMarked
package io.binnacle.client.internal.files;

import org.jspecify.annotations.NullMarked;
