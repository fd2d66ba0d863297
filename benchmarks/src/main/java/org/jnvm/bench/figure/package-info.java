/** Figures of the thesis as commands: raw figures as CSV and JSON, and a plot. */
package org.jnvm.bench.figure;
