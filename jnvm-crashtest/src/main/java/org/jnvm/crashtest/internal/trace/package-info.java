/** What happened to persistent memory, in order. */
package org.jnvm.crashtest.internal.trace;
