/** The growing array of references that a persistent list consists of. */
package org.jnvm.pdt.internal.array;
