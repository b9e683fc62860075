/** Our client library against management servers: other projects' and our own. */
@NullMarked
package io.binnacle.interop.servers;

import org.jspecify.annotations.NullMarked;
