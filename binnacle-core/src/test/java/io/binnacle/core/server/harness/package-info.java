/**
 * What tests of the sessions have in common: streams of both variants that are driven in memory,
 * with a clock that the test moves, an Envoy that refuses, and ports that forget nothing.
 */
package io.binnacle.core.server.harness;
