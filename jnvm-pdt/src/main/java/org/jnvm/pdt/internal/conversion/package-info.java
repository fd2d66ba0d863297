/** The conversion of graphs of volatile objects to persistent ones, whatever classes these have. */
package org.jnvm.pdt.internal.conversion;
