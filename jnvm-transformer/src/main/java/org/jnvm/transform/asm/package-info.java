/** Reading, changing and writing class files with ASM, and errors that say where in the source they are. */
package org.jnvm.transform.asm;
