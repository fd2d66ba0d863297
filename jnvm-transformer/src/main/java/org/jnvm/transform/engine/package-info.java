/**
 * The transformer: turns compiled classes annotated with {@code @Persistent} into proxies of persistent objects.
 *
 * <p>{@link org.jnvm.transform.engine.Engine} takes class files and returns class files and a report; what else it
 * needs it asks {@link org.jnvm.transform.ClassResolver}s for. {@link org.jnvm.transform.engine.Transformer} lets
 * it work on a directory: reads everything, checks everything, generates and verifies everything in memory, and only
 * then writes. Classes of the program are never loaded. Core is known by names, and by its parser of class layouts.
 *
 * <p>The path of a class: package {@code model} refuses what is not supported and gives each field its offset; the steps
 * of package {@code step} change the class; package {@code check} verifies it. Classes that are not persistent are
 * changed only where they access persistent fields, or go by identity.
 */
package org.jnvm.transform.engine;
