/**
 * The one renderer: raw figures become tables (of RESULTS.md and of the page), plots in SVG, and one page that lays all
 * beside the thesis and beside what is wanted. It knows raw figures by the names of their columns only.
 */
package org.jnvm.bench.report;
