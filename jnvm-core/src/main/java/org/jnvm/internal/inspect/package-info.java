/** Looking into heaps, and copying what they hold, without the program's classes; for {@code jnvm-tools}. */
package org.jnvm.internal.inspect;
