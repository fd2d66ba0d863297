/** The program of the tutorial, site/pages/tutorial.md: a list of tasks that survives kills. */
package org.jnvm.examples.tutorial;
