/** The only code that touches persistent memory: access, write-back, fences, the mode word. */
package org.jnvm.internal.memory;
