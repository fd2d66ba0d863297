package org.jnvm.it.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.commons.lang3.mutable.MutableInt;
import org.apache.commons.math3.geometry.euclidean.threed.Vector3D;
import org.apache.commons.math3.stat.descriptive.moment.SecondMoment;
import org.apache.http.HttpVersion;
import org.apache.http.message.BasicHeader;
import org.jnvm.JNVM;
import org.jnvm.PObject;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.LineSegment;

/** The classes that the other tests of this module use are persistent. */
class LibrariesTest {
    @Test
    void areTheTransformedOnes() throws Exception {
        List<String> names = readIndex();
        assertThat(names).hasSizeGreaterThanOrEqualTo(31);
        for (String name : names) {
            assertThat(PObject.class).as(name).isAssignableFrom(Class.forName(name));
        }
    }

    /** One list is that of the libraries, one that of their tests, which have a persistent class, too. */
    private static List<String> readIndex() throws IOException {
        List<String> names = new ArrayList<>();
        for (URL index : Collections.list(
                LibrariesTest.class.getClassLoader().getResources("META-INF/jnvm/persistent-classes"))) {
            try (InputStream in = index.openStream()) {
                new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(names::add);
            }
        }
        return names;
    }

    @Test
    void areInTheHeap() {
        SecondMoment moment = new SecondMoment();
        moment.increment(2);
        moment.increment(4);
        HttpVersion version = new HttpVersion(1, 7);
        List<Object> objects = List.of(
                new MutableInt(7),
                new Vector3D(1, 2, 3),
                moment,
                version,
                new BasicHeader("a", "b"),
                new Envelope(new Coordinate(1, 2), new Coordinate(3, 4)),
                new LineSegment(new Coordinate(5, 6), new Coordinate(7, 8)));
        String expected = text(objects);
        for (int i = 0; i < objects.size(); i++) {
            JNVM.root.put("object" + i, objects.get(i));
        }
        List<Object> found = objects.stream()
                .map(object -> JNVM.root.get("object" + objects.indexOf(object)))
                .toList();
        assertThat(text(found)).isEqualTo(expected);
    }

    private static String text(List<Object> objects) {
        return objects.stream().map(JNVM::describe).toList().toString();
    }
}
