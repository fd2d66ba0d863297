/** An open heap, which ties the other packages together. */
package org.jnvm.internal.heap;
