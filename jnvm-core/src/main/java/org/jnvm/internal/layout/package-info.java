/** The on-media format and nothing else: offsets, bits, constants; no state, no I/O. */
package org.jnvm.internal.layout;
