/**
 * The API of the admin port (AP): each {@link io.binnacle.app.admin.api.ApiPart} answers some paths
 * below {@code /api/v1}, in JSON; {@link io.binnacle.app.admin.api.ApiReply} has what their answers
 * have in common, {@link io.binnacle.app.admin.api.Page} what lists have, and {@code openapi.json}
 * beside this file describes all of it.
 */
@NullMarked
package io.binnacle.app.admin.api;

import org.jspecify.annotations.NullMarked;
