package org.jnvm.bench.serialize;

import java.nio.file.Path;

/** A way to make a graph durable. */
public enum Way {
    /** J-NVM: plain stores; {@code force()} makes all of them durable. A crash before may leave some. */
    J_NVM_FORCE {
        @Override
        Graph create(Path folder, int objects) {
            return PersistentGraph.create(file(folder), objects, false);
        }

        @Override
        Graph open(Path folder) {
            return PersistentGraph.open(file(folder), false);
        }
    },
    /** J-NVM: failure-atomic blocks; a change is one. */
    J_NVM_ATOMIC {
        @Override
        Graph create(Path folder, int objects) {
            return PersistentGraph.create(file(folder), objects, true);
        }

        @Override
        Graph open(Path folder) {
            return PersistentGraph.open(file(folder), true);
        }
    },
    /** Java serialization of the whole graph. */
    SERIALIZATION {
        @Override
        Graph open(Path folder) {
            return new SerializedGraph(file(folder));
        }
    },
    /** An entry of MVStore for each object. */
    MV_STORE {
        @Override
        Graph open(Path folder) {
            return new MvStoreGraph(file(folder));
        }
    },
    /** A row of SQLite for each object. */
    SQLITE {
        @Override
        Graph open(Path folder) {
            return new SqlGraph(file(folder));
        }
    };

    private static Path file(Path folder) {
        return folder.resolve("graph");
    }

    /** Makes the files, in a folder that is empty. */
    Graph create(Path folder, int objects) {
        return open(folder);
    }

    /** Opens the files again. */
    abstract Graph open(Path folder);
}
