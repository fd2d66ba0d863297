/** The command line {@code jnvm}. */
package org.jnvm.tools.cli;
