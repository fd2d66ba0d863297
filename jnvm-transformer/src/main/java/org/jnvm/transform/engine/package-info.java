/**
 * The transformer: turns compiled classes annotated with {@code @Persistent} into proxies of persistent objects
 * (T§4.7).
 *
 * <p>{@link org.jnvm.transform.engine.Transformer} works on one directory of class files and knows nothing of Maven. It
 * reads everything, checks everything, generates and verifies everything in memory, and only then writes. Persistent
 * classes of the program are never loaded. Core is known by the names in {@code Names}, and by its parser of class
 * layouts.
 *
 * <p>The path of a class: {@code ClassForm} and {@code FieldTypes} refuse what is not supported, {@code LayoutBuilder}
 * gives each field its offset, then the steps change the class: {@code FieldAccessStep}, {@code ConstructorStep},
 * {@code FailureAtomicStep}, {@code AccessorStep}, {@code ProxyStep}, {@code ObjectMethodStep}. Classes that are not
 * persistent see {@code FieldAccessStep} only.
 */
package org.jnvm.transform.engine;
