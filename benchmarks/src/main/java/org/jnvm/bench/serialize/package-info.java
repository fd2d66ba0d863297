/** A graph of objects made durable: by J-NVM on an ordinary disk, by Java serialization, and in databases. */
package org.jnvm.bench.serialize;
