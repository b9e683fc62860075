package io.binnacle.app.verdicts;

/**
 * A bootstrap of the corpus with an edit.
 *
 * @param edit what was done to it
 */
record Mutant(String edit, Document document) {}
