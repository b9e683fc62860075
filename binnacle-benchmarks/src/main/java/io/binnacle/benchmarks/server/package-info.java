/**
 * The servers that are measured, each a process of its own that is told what to do on its standard
 * input ({@link io.binnacle.benchmarks.server.ServerControl}).
 */
@NullMarked
package io.binnacle.benchmarks.server;

import org.jspecify.annotations.NullMarked;
