package org.jnvm.bench.ship;

import java.io.IOException;
import java.nio.file.Path;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.pdt.PArray;
import org.jnvm.tools.HeapImport;
import org.jnvm.tools.ToolProgress;

/** A way to merge the states of all sensors into one heap. */
enum Way {
    /** Objects in the form they have in memory, with references rewritten. */
    IMPORT {
        @Override
        void merge(Path folder, int sensors, Path target) {
            try (HeapImport into = HeapImport.open(target, HeapOptions.defaults(), ToolProgress.NONE)) {
                for (int sensor = 0; sensor < sensors; sensor++) {
                    into.add(folder.resolve("sensor" + sensor + ".jnvm"), null, "sensor " + sensor);
                }
            }
        }
    },
    /** Java serialization; persistent objects are made of what was read. */
    SERIALIZATION {
        @Override
        void merge(Path folder, int sensors, Path target) throws IOException, ClassNotFoundException {
            try (Heap heap = Heap.open(target);
                    Heap.Scope scope = heap.enter()) {
                for (int sensor = 0; sensor < sensors; sensor++) {
                    heap.root().put("sensor " + sensor, State.deserialize(folder.resolve("sensor" + sensor + ".ser")));
                }
            }
        }
    },
    /** Each heap is opened, and its objects are made anew one by one. */
    REBUILD {
        @Override
        @SuppressWarnings("unchecked")
        void merge(Path folder, int sensors, Path target) {
            try (Heap heap = Heap.open(target);
                    Heap.Scope scope = heap.enter()) {
                for (int sensor = 0; sensor < sensors; sensor++) {
                    try (Heap part = Heap.open(folder.resolve("sensor" + sensor + ".jnvm"))) {
                        heap.root().put("sensor " + sensor, State.rebuild((PArray<Variable>)
                                part.root().get("state")));
                    }
                }
            }
        }
    };

    /**
     * Merges; durable, and the heap closed, when it returns.
     *
     * @param folder the sensors' files
     * @param sensors how many there are
     * @param target the heap, which exists
     */
    abstract void merge(Path folder, int sensors, Path target) throws IOException, ClassNotFoundException;
}
