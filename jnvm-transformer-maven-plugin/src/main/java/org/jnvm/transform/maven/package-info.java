/** The Maven goals: thin, all work is done by {@link org.jnvm.transform.engine.Transformer}. */
package org.jnvm.transform.maven;
