/** A program that the tools know nothing of. */
package org.jnvm.tools.program;
