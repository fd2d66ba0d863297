/** The failure-atomic block of a thread, up to its redo log, which jnvm-pfa brings. */
package org.jnvm.internal.fa;
