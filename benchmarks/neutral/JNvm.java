package org.lmdbjava.bench;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static net.openhft.hashing.LongHashFunction.xx_r39;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.pdt.PByteArray;
import org.jnvm.pdt.PTreeMap;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Blackhole;

/**
 * J-NVM in the suite of lmdbjava: a persistent sorted map from numbers, or strings, to byte arrays. The suite's other
 * classes say what each benchmark is to do.
 *
 * <p>Each put is durable when it returns: it survives a crash of the process. The suite's other stores promise that at the
 * end of the transaction that has all puts, or not at all.
 */
@OutputTimeUnit(MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3)
@Measurement(iterations = 3)
@BenchmarkMode(Mode.SampleTime)
public class JNvm {
    /** Reads all, in order, keys and values, for a CRC. */
    @Benchmark
    public void readCrc(Reader reader, Blackhole blackhole) {
        reader.crc.reset();
        for (Map.Entry<Object, PByteArray> entry : reader.map.entrySet()) {
            reader.crc.update(reader.bytes(entry.getKey()));
            reader.crc.update(entry.getValue().toArray());
        }
        blackhole.consume(reader.crc.getValue());
    }

    /** Reads all by their keys. */
    @Benchmark
    public void readKey(Reader reader, Blackhole blackhole) {
        for (int key : reader.keys) {
            blackhole.consume(reader.map.getBytes(reader.key(key)));
        }
    }

    /** Reads all values, in the reverse order. */
    @Benchmark
    public void readRev(Reader reader, Blackhole blackhole) {
        for (PByteArray value : reader.map.descendingMap().values()) {
            blackhole.consume(value.toArray());
        }
    }

    /** Reads all values, in order. */
    @Benchmark
    public void readSeq(Reader reader, Blackhole blackhole) {
        reader.map.scanBytes(reader.map.firstKey(), true, reader.num, blackhole::consume);
    }

    /** Reads all, in order, keys and values, for another hash. */
    @Benchmark
    public void readXxh64(Reader reader, Blackhole blackhole) {
        long result = 0;
        for (Map.Entry<Object, PByteArray> entry : reader.map.entrySet()) {
            result += xx_r39().hashBytes(reader.bytes(entry.getKey()));
            result += xx_r39().hashBytes(entry.getValue().toArray());
        }
        blackhole.consume(result);
    }

    /** Writes all. */
    @Benchmark
    public void write(Writer writer) {
        writer.write();
    }

    /** A heap with a map. */
    @State(Scope.Benchmark)
    public static class CommonJNvm extends Common {
        private static final long MAX_BYTES = 64L << 30;

        Heap heap;
        PTreeMap<Object, PByteArray> map;

        @Override
        public void setup(BenchmarkParams parameters) throws IOException {
            super.setup(parameters);
            heap = Heap.create(new File(tmp, "heap").toPath(), MAX_BYTES, HeapOptions.defaults());
            try (Heap.Scope scope = heap.enter()) {
                map = new PTreeMap<>();
                heap.root().put("map", map);
            }
        }

        @Override
        public void teardown() throws IOException {
            reportSpaceBeforeClose();
            heap.close();
            super.teardown();
        }

        Object key(int key) {
            return intKey ? (Object) key : padKey(key);
        }

        byte[] bytes(Object key) {
            return key instanceof Integer number
                    ? ByteBuffer.allocate(Integer.BYTES).putInt(number).array()
                    : key.toString().getBytes(StandardCharsets.US_ASCII);
        }

        void write() {
            int offset = 0;
            byte[] value = new byte[valSize];
            try (Heap.Scope scope = heap.enter()) {
                for (int key : keys) {
                    if (valRandom) {
                        System.arraycopy(RND_MB, offset, value, 0, valSize);
                        offset = offset + 2 * valSize < RND_MB.length ? offset + valSize : 0;
                    } else {
                        ByteBuffer.wrap(value).putInt(0, key);
                    }
                    map.put(key(key), new PByteArray(value));
                }
            }
        }
    }

    /** A map that has all. */
    @State(Scope.Benchmark)
    public static class Reader extends CommonJNvm {
        @Setup(Level.Trial)
        @Override
        public void setup(BenchmarkParams parameters) throws IOException {
            super.setup(parameters);
            super.write();
        }

        @TearDown(Level.Trial)
        @Override
        public void teardown() throws IOException {
            super.teardown();
        }
    }

    /** An empty map for each round. */
    @State(Scope.Benchmark)
    public static class Writer extends CommonJNvm {
        @Setup(Level.Invocation)
        @Override
        public void setup(BenchmarkParams parameters) throws IOException {
            super.setup(parameters);
        }

        @TearDown(Level.Invocation)
        @Override
        public void teardown() throws IOException {
            super.teardown();
        }
    }
}
