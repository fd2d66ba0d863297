/** The redo log: its bytes, its commit, its replay. */
package org.jnvm.pfa.internal;
