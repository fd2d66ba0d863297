package org.jnvm.tools;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.IOException;

/** Lays JSON out with each member of the outermost object, and each element of an array in it, on a line of its own. */
final class LinePrinter extends MinimalPrettyPrinter {
    private static final long serialVersionUID = 1L;

    private int depth;

    LinePrinter() {}

    @Override
    public void writeStartObject(JsonGenerator json) throws IOException {
        super.writeStartObject(json);
        depth++;
    }

    @Override
    public void beforeObjectEntries(JsonGenerator json) throws IOException {
        line(json, 1);
    }

    @Override
    public void writeObjectEntrySeparator(JsonGenerator json) throws IOException {
        super.writeObjectEntrySeparator(json);
        line(json, 1);
    }

    @Override
    public void writeEndObject(JsonGenerator json, int entries) throws IOException {
        line(json, 1);
        depth--;
        super.writeEndObject(json, entries);
    }

    @Override
    public void writeStartArray(JsonGenerator json) throws IOException {
        super.writeStartArray(json);
        depth++;
    }

    @Override
    public void beforeArrayValues(JsonGenerator json) throws IOException {
        line(json, 2);
    }

    @Override
    public void writeArrayValueSeparator(JsonGenerator json) throws IOException {
        super.writeArrayValueSeparator(json);
        line(json, 2);
    }

    @Override
    public void writeEndArray(JsonGenerator json, int values) throws IOException {
        line(json, 2);
        depth--;
        super.writeEndArray(json, values);
    }

    private void line(JsonGenerator json, int at) throws IOException {
        if (depth == at) {
            json.writeRaw('\n');
        }
    }
}
