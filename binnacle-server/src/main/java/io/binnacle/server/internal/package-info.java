/**
 * How the server works inside. Nothing below this package is for applications: it changes without
 * notice, and the methods that applications call mention none of its types.
 */
@NullMarked
package io.binnacle.server.internal;

import org.jspecify.annotations.NullMarked;
