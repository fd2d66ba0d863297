/** The heap file: creating, checking, locking, mapping and growing it. */
package org.jnvm.internal.file;
