/** Hash tables in the heap, which hash maps and sets consist of: how entries are found, stored, and moved as a table grows. */
package org.jnvm.internal.table;
