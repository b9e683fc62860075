package io.binnacle.rules;

/**
 * One test that proved one rule.
 *
 * @param rule identifier of the rule
 * @param test {@code class#method}
 */
record Proof(String rule, String test) {}
