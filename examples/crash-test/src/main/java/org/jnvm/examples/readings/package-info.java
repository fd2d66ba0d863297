/** Readings that are appended without failure-atomic blocks, in an order that a crash test proves. */
package org.jnvm.examples.readings;
