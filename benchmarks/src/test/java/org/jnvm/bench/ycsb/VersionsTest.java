package org.jnvm.bench.ycsb;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Writes that a store forgets are noticed, by the reads of one who wrote them or at the end. */
class VersionsTest {
    private static final int FIELDS = 2;

    private static long written(Versions versions, long record, int field) {
        long version = versions.next();
        versions.wrote(record, field);
        return version;
    }

    @Test
    void whoWritesAloneSeesHisLastWrite() {
        Versions versions = new Versions(1, 10, FIELDS, true);
        long first = written(versions, 3, 1);
        long second = written(versions, 3, 1);
        versions.check(3, 1, second);
        versions.check(3, 0, Versions.INSERTED);
        for (long wrong : new long[] {first, Versions.INSERTED, second + 1, second + (1L << 32)}) {
            assertThatThrownBy(() -> versions.check(3, 1, wrong))
                    .isInstanceOf(WrongDataException.class)
                    .hasMessageContaining("record=3, field=1, version=")
                    .hasMessageContaining("wanted=1.2");
        }
    }

    @Test
    void oneOfSeveralSeesHisLastWriteOrThatOfAnother() {
        Versions mine = new Versions(1, 10, FIELDS, false);
        Versions other = new Versions(2, 10, FIELDS, false);
        long first = written(mine, 3, 1);
        long theirs = written(other, 3, 1);
        long second = written(mine, 3, 1);
        mine.check(3, 1, second);
        mine.check(3, 1, theirs);
        assertThatThrownBy(() -> mine.check(3, 1, first)).isInstanceOf(WrongDataException.class);
        assertThatThrownBy(() -> mine.check(3, 1, Versions.INSERTED)).isInstanceOf(WrongDataException.class);
    }

    @Test
    void atTheEndTheLastWriteOfSomeoneIsThere() {
        Versions one = new Versions(1, 10, FIELDS, false);
        Versions two = new Versions(2, 10, FIELDS, false);
        List<Versions> all = List.of(one, two);
        long old = written(one, 3, 1);
        long last = written(one, 3, 1);
        long other = written(two, 3, 1);
        assertThatCode(() -> Versions.checkLast(all, 3, 1, last)).doesNotThrowAnyException();
        assertThatCode(() -> Versions.checkLast(all, 3, 1, other)).doesNotThrowAnyException();
        assertThatCode(() -> Versions.checkLast(all, 3, 0, Versions.INSERTED)).doesNotThrowAnyException();
        for (long wrong : new long[] {old, Versions.INSERTED}) {
            assertThatThrownBy(() -> Versions.checkLast(all, 3, 1, wrong)).isInstanceOf(WrongDataException.class);
        }
        assertThatThrownBy(() -> Versions.checkLast(all, 3, 0, last)).isInstanceOf(WrongDataException.class);
    }

    @Test
    void recordsThatWereAddedLaterCountToo() {
        Versions versions = new Versions(1, 1, FIELDS, true);
        long version = written(versions, 1000, 1);
        versions.check(1000, 1, version);
        versions.check(2000, 0, Versions.INSERTED);
        assertThatThrownBy(() -> versions.check(1000, 1, Versions.INSERTED)).isInstanceOf(WrongDataException.class);
    }
}
