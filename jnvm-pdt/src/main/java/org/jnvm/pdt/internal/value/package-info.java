/** What persistent strings, boxes and other members of collections are to those: how they are compared, and required. */
package org.jnvm.pdt.internal.value;
