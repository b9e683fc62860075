/** Tests of the client's sessions: scripted servers, and each rule C-n by name. */
@NullMarked
package io.binnacle.core.client.internal.session;

import org.jspecify.annotations.NullMarked;
