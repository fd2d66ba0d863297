/** The program of the specification, in a package that its module neither exports nor opens. */
package org.jnvm.it.module;
