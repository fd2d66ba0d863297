package org.jnvm.fuzz;

import java.io.Serializable;
import java.util.Objects;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Boxes;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent object with values that its fields own: strings, boxes, an enum constant. */
final class Values extends FuzzObject {
    /** Constants that are kept by name. */
    enum Color {
        RED,
        GREEN,
        BLUE
    }

    /** What the fields hold. */
    record Content(String name, Long large, Double rate, Integer small, Color color) implements Serializable {
        private static final long serialVersionUID = 1L;
        static final Content EMPTY = new Content(null, null, null, null, null);

        @Override
        public boolean equals(Object other) {
            return other instanceof Content that
                    && Objects.equals(name, that.name)
                    && Objects.equals(large, that.large)
                    && Objects.equals(rate, that.rate)
                    && Objects.equals(small, that.small)
                    && color == that.color;
        }

        @Override
        public int hashCode() {
            return Objects.hash(name, large);
        }
    }

    private static final int NAME = 8;
    private static final int LARGE = 16;
    private static final int RATE = 24;
    private static final int SMALL = 32;
    private static final int COLOR = 40;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Values.class, """
            class org.jnvm.fuzz.Values
            version 1
            extends -
            bytes 44
            field org.jnvm.fuzz.Values name Ljava.lang.String; 8
            field org.jnvm.fuzz.Values large Ljava.lang.Long; 16
            field org.jnvm.fuzz.Values rate Ljava.lang.Double; 24
            field org.jnvm.fuzz.Values small Vjava.lang.Integer; 32
            field org.jnvm.fuzz.Values color Eorg.jnvm.fuzz.Values$Color; 40""", Values::new);

    Values() {
        Allocation.allocate(this);
    }

    private Values(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    String name() {
        return FieldAccess.getString(this, NAME);
    }

    void setName(String value) {
        FieldAccess.setString(this, NAME, value);
    }

    Long large() {
        return FieldAccess.getLong(this, LARGE);
    }

    void setLarge(Long value) {
        FieldAccess.setLong(this, LARGE, value);
    }

    Double rate() {
        return FieldAccess.getDouble(this, RATE);
    }

    void setRate(Double value) {
        FieldAccess.setDouble(this, RATE, value);
    }

    Integer small() {
        return Boxes.toInteger(getLong(SMALL));
    }

    void setSmall(Integer value) {
        putLong(SMALL, Boxes.word(value));
    }

    Color color() {
        Region region = $jnvm$region();
        return FieldAccess.enumConstant(this, region.getInt(region.pointer($jnvm$ref()), COLOR), Color.class);
    }

    void setColor(Color value) {
        int word = FieldAccess.enumWord(this, value);
        Region region = $jnvm$region();
        region.putInt(region.pointer($jnvm$ref()), COLOR, word);
    }

    Content content() {
        return new Content(name(), large(), rate(), small(), color());
    }

    /**
     * Sets one field.
     *
     * @param which 0 to 4
     * @param from where its value is taken from
     */
    void set(int which, Content from) {
        switch (which) {
            case 0 -> setName(from.name());
            case 1 -> setLarge(from.large());
            case 2 -> setRate(from.rate());
            case 3 -> setSmall(from.small());
            default -> setColor(from.color());
        }
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
