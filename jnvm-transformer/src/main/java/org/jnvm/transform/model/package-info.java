/**
 * What the transformer knows of classes: how they derive from each other, which are persistent, and where their fields
 * lie. Classes of a form that cannot be persistent are refused here.
 */
package org.jnvm.transform.model;
