/**
 * The transformer: turns compiled classes annotated with {@code @Persistent} into proxies of persistent
 * objects (A. Lefort's thesis, section 4.7).
 *
 * <p>{@link org.jnvm.transform.engine.Engine} takes class files and returns class files and a report; what else it
 * needs it asks {@link org.jnvm.transform.engine.ClassResolver}s for. {@link org.jnvm.transform.engine.Transformer} lets
 * it work on a directory: reads everything, checks everything, generates and verifies everything in memory, and only
 * then writes. Classes of the program are never loaded. Core is known by the names in {@code Names}, and by its parser
 * of class layouts.
 *
 * <p>The path of a class: {@code ClassForm} and {@code FieldTypes} refuse what is not supported, {@code LayoutBuilder}
 * gives each field its offset, then the steps change the class: {@code FieldAccessStep}, {@code ConstructorStep},
 * {@code FailureAtomicStep}, {@code AccessorStep} with {@code BeanStep}, {@code ProxyStep}, {@code ObjectMethodStep}. Classes that are not
 * persistent see {@code FieldAccessStep} only.
 */
package org.jnvm.transform.engine;
