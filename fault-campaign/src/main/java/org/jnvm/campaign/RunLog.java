package org.jnvm.campaign;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Locale;

/** The lines of the log of runs, docs/CAMPAIGN.md. */
final class RunLog {
    private RunLog() {}

    /**
     * Returns a row of the table.
     *
     * @param what the part of the campaign
     * @param seed what repeats it
     * @param counts what was done
     * @param outcome what came of it
     */
    static String row(String what, String seed, String counts, String outcome) {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s | %s | %s | %s |",
                LocalDate.now(ZoneId.systemDefault()),
                System.getProperty("jnvm.commit", "?"),
                Runtime.version(),
                what,
                seed,
                counts,
                outcome);
    }
}
