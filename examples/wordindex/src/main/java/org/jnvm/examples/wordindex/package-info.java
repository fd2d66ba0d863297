/**
 * A persistent full-text index. {@link org.jnvm.examples.wordindex.IndexDriver} kills it while it is built, and compares
 * it with one that was built in one go.
 */
package org.jnvm.examples.wordindex;
