package org.jnvm.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives each test of a class a heap of its own: a {@link TestHeap}, as a parameter of the constructor or of a method. The
 * heap is closed, and its files are removed, when the test and its {@code @AfterEach} methods are over.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(HeapExtension.class)
public @interface HeapTest {}
