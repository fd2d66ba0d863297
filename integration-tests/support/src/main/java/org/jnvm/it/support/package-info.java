/** Starts programs in JVMs of their own, and kills them. */
package org.jnvm.it.support;
