@NullMarked
package io.binnacle.client.internal.drive;

import org.jspecify.annotations.NullMarked;
