package org.jnvm.examples.wordindex;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class IndexDumpTest {
    private static final IndexDump EXPECTED =
            new IndexDump(List.of("hammer\ta.md\t3", "hammer\tb.md\t2", "saw\ta.md\t9", "sickle\ta.md\t4"));

    @Test
    void equalsItself() {
        assertThat(new IndexDump(EXPECTED.postings()).difference(EXPECTED)).isEmpty();
    }

    @Test
    void noticesAPostingThatIsMissing() {
        assertThat(new IndexDump(EXPECTED.postings().subList(0, 3)).difference(EXPECTED))
                .hasValue("The index says nothing more where one built in one go says \"sickle a.md 4\".");
    }

    @Test
    void noticesAPostingTooMuch() {
        assertThat(EXPECTED.difference(new IndexDump(EXPECTED.postings().subList(1, 4))))
                .hasValue("The index says \"hammer a.md 3\" where one built in one go says \"hammer b.md 2\".");
    }

    @Test
    void samplesFrequentLongWords() {
        assertThat(EXPECTED.words()).isEqualTo(3);
        assertThat(EXPECTED.sampleQueries()).containsExactly("hammer", "sickle", "hammer sickle");
    }
}
