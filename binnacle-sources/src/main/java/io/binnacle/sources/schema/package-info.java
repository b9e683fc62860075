/**
 * A JSON Schema of group files, for editors (G-2). Read {@link
 * io.binnacle.sources.schema.GroupSchema}, then {@code MessageSchemas}.
 */
@NullMarked
package io.binnacle.sources.schema;

import org.jspecify.annotations.NullMarked;
