@NullMarked
package io.binnacle.client.files;

import org.jspecify.annotations.NullMarked;
