/** Persistent arrays written by hand, with no more than is measured. */
package org.jnvm.bench.proxy;
