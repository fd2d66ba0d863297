/** Blocks: handing them out and taking them back. */
package org.jnvm.internal.alloc;
