/**
 * Any heap, without its program: {@link org.jnvm.tools.HeapTools} recovers, checks, shows, compares, draws, copies and
 * ships heap files. It needs none of the program's classes, since the class table of a heap has all layouts.
 *
 * <p>What only reads never changes a byte of the file, and works on a heap that a crash left: redo logs are replayed in
 * memory. A heap that is in use is refused with {@link org.jnvm.HeapLockedException}. Files are not trusted: whatever
 * their bytes are, there is an answer or a {@link org.jnvm.JnvmException} that names the file.
 */
@NullMarked
package org.jnvm.tools;

import org.jspecify.annotations.NullMarked;
