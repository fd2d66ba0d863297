package org.jnvm.tools;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.OutputStream;
import org.jnvm.HeapCheck;
import org.jnvm.HeapHistogram;

/** Reports as JSON. */
final class Json {
    private Json() {}

    /** Makes a generator that leaves the stream open and can write any {@code String}. */
    static JsonGenerator generator(OutputStream out) throws IOException {
        return JsonFactory.builder()
                .enable(JsonWriteFeature.ESCAPE_NON_ASCII) // unpaired surrogates have no UTF-8
                .build()
                .createGenerator(out)
                .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    }

    static void write(HeapCheck check, OutputStream out) throws IOException {
        try (JsonGenerator json = generator(out).useDefaultPrettyPrinter()) {
            json.writeStartObject();
            json.writeStringField("heap", check.heap().toString());
            json.writeBooleanField("sound", check.isSound());
            json.writeBooleanField("recoverable", check.isRecoverable());
            json.writeNumberField("objects", check.objects());
            json.writeNumberField("blocks", check.blocks());
            json.writeObjectFieldStart("counts");
            for (HeapCheck.Rule rule : HeapCheck.Rule.values()) {
                if (check.count(rule) > 0) {
                    json.writeNumberField(rule.name(), check.count(rule));
                }
            }
            json.writeEndObject();
            json.writeArrayFieldStart("findings");
            for (HeapCheck.Finding finding : check.findings()) {
                json.writeStartObject();
                json.writeStringField("severity", finding.severity().name());
                json.writeStringField("rule", finding.rule().name());
                json.writeStringField("address", "0x" + Long.toHexString(finding.address()));
                json.writeStringField("class", finding.className());
                json.writeStringField("field", finding.field());
                json.writeStringField("message", finding.message());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    static void write(HeapInfo info, OutputStream out) throws IOException {
        try (JsonGenerator json = generator(out).useDefaultPrettyPrinter()) {
            json.writeStartObject();
            json.writeStringField("heap", info.heap().toString());
            json.writeNumberField("formatVersion", info.formatVersion());
            json.writeStringField("id", info.id().toString());
            json.writeNumberField("fileBytes", info.fileBytes());
            json.writeNumberField("maxBytes", info.maxBytes());
            json.writeStringField(
                    "domain", info.domain() == null ? null : info.domain().name());
            json.writeStringField("state", info.state().name());
            json.writeNumberField("writer", info.writer());
            json.writeBooleanField("otherBoot", info.otherBoot());
            json.writeStringField("problem", info.problem());
            if (info.contents() != null) {
                write(info.contents(), json);
            }
            json.writeEndObject();
        }
    }

    private static void write(HeapInfo.Contents contents, JsonGenerator json) throws IOException {
        json.writeNumberField("replayedLogs", contents.replayedLogs());
        json.writeNumberField("usedBlocks", contents.usedBlocks());
        json.writeNumberField("freeBlocks", contents.freeBlocks());
        json.writeNumberField("freshBlocks", contents.freshBlocks());
        json.writeNumberField("freeRuns", contents.freeRuns());
        json.writeNumberField("largestFreeRun", contents.largestFreeRun());
        json.writeNumberField("fragmentation", contents.fragmentation());
        json.writeNumberField("damagedReferences", contents.damagedReferences());
        json.writeObjectFieldStart("roots");
        for (var root : contents.roots().entrySet()) {
            json.writeStringField(root.getKey(), root.getValue());
        }
        json.writeEndObject();
        write(contents.histogram(), json);
    }

    /** Writes the classes as a member of the object that is open. */
    static void write(HeapHistogram histogram, JsonGenerator json) throws IOException {
        json.writeNumberField("objects", histogram.objects());
        json.writeNumberField("objectsInSlots", histogram.objectsInSlots());
        json.writeNumberField("objectsInOneBlock", histogram.objectsInOneBlock());
        json.writeNumberField("objectsInSeveralBlocks", histogram.objectsInSeveralBlocks());
        json.writeNumberField("bytes", histogram.bytes());
        json.writeNumberField("takenBytes", histogram.takenBytes());
        json.writeNumberField("wasteBytes", histogram.wasteBytes());
        json.writeNumberField("slabWasteBytes", histogram.slabWasteBytes());
        json.writeArrayFieldStart("classes");
        for (HeapHistogram.ClassUsage usage : histogram.classes()) {
            json.writeStartObject();
            json.writeStringField("class", usage.className());
            json.writeNumberField("version", usage.version());
            json.writeNumberField("objects", usage.objects());
            json.writeNumberField("blocks", usage.blocks());
            json.writeNumberField("bytes", usage.bytes());
            json.writeNumberField("slots", usage.slots());
            json.writeNumberField("largeObjects", usage.largeObjects());
            json.writeNumberField("takenBytes", usage.takenBytes());
            json.writeNumberField("wasteBytes", usage.wasteBytes());
            json.writeBooleanField("slab", usage.isSlab());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
