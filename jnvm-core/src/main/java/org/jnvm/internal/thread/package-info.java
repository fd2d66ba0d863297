/** What belongs to a thread: its record, found without a {@code ThreadLocal}, and its read sections. */
package org.jnvm.internal.thread;
