/**
 * The servers that are measured, each in a process of its own: {@link
 * io.binnacle.benchmarks.process.Contender} knows how each is started, {@link
 * io.binnacle.benchmarks.process.ServerProcess} talks to one that runs and reads its CPU time and
 * memory.
 */
@NullMarked
package io.binnacle.benchmarks.process;

import org.jspecify.annotations.NullMarked;
