package org.jnvm.tools.program;

enum Color {
    RED,
    GREEN,
    BLUE
}
