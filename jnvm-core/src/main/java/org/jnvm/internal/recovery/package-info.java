/** The recovery GC. */
package org.jnvm.internal.recovery;
