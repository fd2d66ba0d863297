package org.jnvm.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The warehouses of the cookbook: what is carried from one heap to the other is in one of them. */
class WarehousesTest {
    @TempDir
    Path folder;

    @Test
    void nothingIsLostOnTheWay() {
        Path north = folder.resolve("north.heap");
        Path south = folder.resolve("south.heap");
        try (Warehouses stock = new Warehouses(north, south)) {
            stock.deliver("lamp", 10);
            stock.carrySouth("lamp", 4);
            assertThatThrownBy(() -> stock.carrySouth("lamp", 7)).isInstanceOf(IllegalArgumentException.class);
            assertThat(stock.inNorth("lamp")).isEqualTo(6);
            assertThat(stock.inSouth("lamp")).isEqualTo(4);
        }
        try (Warehouses stock = new Warehouses(north, south)) {
            stock.carrySouth("lamp", 6);
            assertThat(stock.inNorth("lamp")).isZero();
            assertThat(stock.inSouth("lamp")).isEqualTo(10);
        }
    }
}
