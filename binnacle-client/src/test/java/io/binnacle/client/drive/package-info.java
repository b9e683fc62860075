@NullMarked
package io.binnacle.client.drive;

import org.jspecify.annotations.NullMarked;
