/** Threads of which one acts at a time, in an order that follows from a schedule. */
package org.jnvm.crashtest.internal.schedule;
