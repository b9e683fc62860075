/** What publishing does to views. */
@NullMarked
package io.binnacle.server.catalog;

import org.jspecify.annotations.NullMarked;
