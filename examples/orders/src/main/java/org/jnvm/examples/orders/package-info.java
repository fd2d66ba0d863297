/** The recipes of docs/COOKBOOK.md: an order system that finds its orders by number, date and customer. */
package org.jnvm.examples.orders;
