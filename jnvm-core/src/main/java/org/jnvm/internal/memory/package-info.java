/** The only code that touches persistent memory: access, write-back, fences, the heap-state word. */
package org.jnvm.internal.memory;
