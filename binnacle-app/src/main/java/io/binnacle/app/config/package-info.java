/** What the groups of a directory may be made of: {@link io.binnacle.app.config.Types}. */
@NullMarked
package io.binnacle.app.config;

import org.jspecify.annotations.NullMarked;
