/** The code of docs/EXPERT.md: persistent classes without failure-atomic blocks, each with its persist order. */
package org.jnvm.examples.expert;
