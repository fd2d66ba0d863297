package org.jnvm.internal.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jnvm.testing.Seed;
import org.junit.jupiter.api.Test;

class LongStackTest {
    @Test
    void agreesWithAList(@Seed("stack") Random random) {
        LongStack stack = new LongStack();
        List<Long> model = new ArrayList<>();
        for (int step = 0; step < 50_000; step++) {
            int choice = random.nextInt(1000);
            if (choice < 550) {
                long item = random.nextLong();
                stack.push(item);
                model.add(item);
            } else if (choice < 999 && !model.isEmpty()) {
                assertThat(stack.pop()).isEqualTo(model.remove(model.size() - 1));
            } else if (choice == 999) {
                stack.clear();
                model.clear();
            }
            assertThat(stack.size()).isEqualTo(model.size());
            assertThat(stack.isEmpty()).isEqualTo(model.isEmpty());
            if (!model.isEmpty()) {
                int position = random.nextInt(model.size());
                assertThat(stack.get(position)).isEqualTo(model.get(position));
            }
        }
    }
}
