/** Small helpers that know nothing of heaps. */
package org.jnvm.internal.util;
