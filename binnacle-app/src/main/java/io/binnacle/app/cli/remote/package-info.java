/** The commands that ask a running server (CL-1): each shows one answer of its admin API. */
@NullMarked
package io.binnacle.app.cli.remote;

import org.jspecify.annotations.NullMarked;
