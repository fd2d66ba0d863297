/**
 * Epochs, by which memory that a thread may still read is kept from being handed out again; and the record of each
 * thread, found without a {@code ThreadLocal}.
 */
package org.jnvm.internal.epoch;
