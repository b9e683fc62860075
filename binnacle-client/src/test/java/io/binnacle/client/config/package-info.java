@NullMarked
package io.binnacle.client.config;

import org.jspecify.annotations.NullMarked;
