/** Plots of figures as SVG and PNG. */
package org.jnvm.bench.plot;
