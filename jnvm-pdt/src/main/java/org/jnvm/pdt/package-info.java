/**
 * Persistent data types: strings, boxes, arrays, lists, maps and sets whose content lies in a heap.
 *
 * <p>Arrays are what Java arrays are: their elements behave like fields of a persistent object. Of the collections each
 * single operation is failure-atomic by itself, without a log: after a crash its effect is there or not, never
 * half of it. Outside a failure-atomic block an operation is durable when it returns; inside one, it becomes durable
 * with the block, and is undone with it. What a collection is given is made valid before it becomes reachable.
 *
 * <p>The collections find what they hold by volatile objects: a {@link org.jnvm.pdt.PString} by an equal {@code String}, a
 * {@link org.jnvm.pdt.PBox} by its value, a persistent list, set or map by one of {@code java.util} with such members, and
 * anything by what is {@code equal} to it and has its hash code. {@link org.jnvm.pdt.AutoPersistMap} takes volatile
 * objects, too, and converts them. Look up by volatile objects: a persistent one that is made for a look-up stays in the
 * heap when that is done. Methods that take a key type, as {@code subMap} and {@code replace} do, take volatile keys where
 * the compiler is told so: {@code ((NavigableMap<Object, V>) (NavigableMap<?, V>) map).subMap(3L, 7L)}. Objects that
 * nothing refers to are reclaimed by a recovery pass: after a crash, or where the heap is opened with {@link
 * org.jnvm.Recovery#FULL}.
 *
 * <p>A {@link org.jnvm.pdt.PIndexedMap} keeps secondary indexes of its values, and changes them in one operation with the map; so
 * does a {@link org.jnvm.pdt.PIndexedSet} with those of its elements.
 *
 * <p>An object is allocated in the heap that is current when its constructor runs; what a collection needs besides, it
 * allocates in its own heap. {@code free} of a collection frees none of its members: free those yourself. It frees what a
 * map or set is made of; the object that holds the elements of a {@link org.jnvm.pdt.PArrayList} stays until a recovery
 * pass.
 */
@NullMarked
package org.jnvm.pdt;

import org.jspecify.annotations.NullMarked;
