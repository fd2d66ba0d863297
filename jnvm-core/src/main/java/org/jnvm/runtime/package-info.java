/** Entry points for generated code and data types: what they do with persistent objects, beyond reading primitive fields. */
package org.jnvm.runtime;
