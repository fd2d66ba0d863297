/** A shop with an HTTP interface: a domain model as one writes it for the Java heap, in a persistent one. */
package org.jnvm.examples.shop;
