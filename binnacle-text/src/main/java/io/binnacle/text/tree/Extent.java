package io.binnacle.text.tree;

/**
 * How large a tree is once its aliases are followed.
 *
 * @param nodes all nodes, the root included
 * @param depth collections within each other; 0 for a scalar
 */
record Extent(long nodes, int depth) {

  static final Extent SCALAR = new Extent(1, 0);
}
