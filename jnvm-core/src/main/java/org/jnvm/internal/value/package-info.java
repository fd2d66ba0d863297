/** Java values as bytes, and back: what a reference owns that is neither a string nor an object of the program. */
package org.jnvm.internal.value;
