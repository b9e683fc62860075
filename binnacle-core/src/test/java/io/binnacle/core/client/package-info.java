/** Tests of the client's sessions: scripted servers, and each rule C-n by name. */
@NullMarked
package io.binnacle.core.client;

import org.jspecify.annotations.NullMarked;
