/**
 * What the tests saw, cell by cell, and the page that is made of it: {@code docs/interop.md}. Begin
 * at {@link io.binnacle.interop.results.Findings}, where tests write.
 */
@NullMarked
package io.binnacle.interop.results;

import org.jspecify.annotations.NullMarked;
