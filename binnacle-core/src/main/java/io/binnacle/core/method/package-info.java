/**
 * Table T of the rules: the services and methods of discovery, as servers offer them and clients
 * call them.
 */
@NullMarked
package io.binnacle.core.method;

import org.jspecify.annotations.NullMarked;
