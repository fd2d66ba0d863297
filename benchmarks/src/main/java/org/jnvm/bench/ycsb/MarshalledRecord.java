package org.jnvm.bench.ycsb;

import java.util.List;
import org.infinispan.protostream.GeneratedSchema;
import org.infinispan.protostream.annotations.ProtoFactory;
import org.infinispan.protostream.annotations.ProtoField;
import org.infinispan.protostream.annotations.ProtoSchema;

/** A record of YCSB as an object that Infinispan's own marshaller reads and writes. */
public final class MarshalledRecord {
    private final List<byte[]> fields;

    /**
     * Makes a record.
     *
     * @param fields not copied, not changed by anybody later
     */
    @ProtoFactory
    public MarshalledRecord(List<byte[]> fields) {
        this.fields = fields;
    }

    /** Returns the fields. */
    @ProtoField(1)
    public List<byte[]> getFields() {
        return fields;
    }

    /** What tells Infinispan of the class. */
    @ProtoSchema(
            includeClasses = MarshalledRecord.class,
            schemaPackageName = "org.jnvm.bench.ycsb",
            schemaFileName = "marshalled-record.proto",
            schemaFilePath = "org/jnvm/bench/ycsb")
    interface MarshalledRecordSchema extends GeneratedSchema {}
}
