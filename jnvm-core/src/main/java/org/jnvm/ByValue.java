package org.jnvm;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a field of a persistent class: its type has a {@link ValueType}, so that the field holds a value. Without it the build refuses a type that
 * is neither persistent nor one of the values that J-NVM knows. These need no annotation: {@code String}, boxes, enums, {@code UUID}, the times of
 * {@code java.time}, {@code BigInteger}, {@code BigDecimal}, {@code Optional}, and records of values.
 */
@Documented
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.CLASS)
public @interface ByValue {}
