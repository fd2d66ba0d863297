package org.jnvm.crashtest.internal.engine;

import org.jnvm.crashtest.internal.model.Chooser;

/** Chooses as it was told, then the oldest. */
final class FixedChoices implements Chooser {
    private final int[] choices;
    private int depth;

    FixedChoices(int[] choices) {
        this.choices = choices;
    }

    @Override
    public int choose(int options) {
        int choice = depth < choices.length ? choices[depth++] : 0;
        if (choice >= options) {
            throw new IllegalArgumentException("the replay line is not one of this run: choice " + (depth - 1) + "="
                    + choice + ", possibilities=" + options + "; the code or the workload has changed since");
        }
        return choice;
    }
}
