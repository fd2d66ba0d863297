package org.jnvm.examples.wordindex;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jnvm.JNVM;
import org.jnvm.JnvmException;
import org.jnvm.examples.crash.Journal;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/**
 * The index itself. Opens its heap, then indexes the documents that are not done, prints what is in the index, or
 * answers queries, as it is told. It may be killed at any moment.
 */
@Command(name = "index-process")
final class IndexProcess implements Callable<Integer> {
    /** Begins the line that acknowledges a document. */
    static final String DOCUMENT_MARK = "DONE ";
    /** Begins a line of the dump: word, document and count, separated by tabulators. */
    static final String DUMP_MARK = "DUMP ";
    /** Begins the answer to a query. */
    static final String ANSWER_MARK = "ANSWER ";

    private static final String ROOT = "index";
    /**
     * Of running text about one word in four is new in its document and takes a posting, and fewer are new in the index.
     * That makes some 40 bytes of heap for each byte; what is not used is not taken from the disk.
     */
    private static final long HEAP_BYTES_PER_TEXT_BYTE = 128;

    private static final long HEAP_BYTES_BASE = 64L << 20;
    private static final int DOCUMENTS_SHOWN = 3;

    private final Journal journal = new Journal();

    @Option(names = "--heap", required = true, description = "The heap file.")
    private Path heap;

    @Option(names = "--folder", description = "The folder to index.")
    private Path folder;

    @Option(names = "--dump", description = "Prints what is in the index.")
    private boolean dump;

    @Option(names = "--query", description = "Words that a document must have; may be repeated.")
    private List<String> queries = List.of();

    /** Runs the index. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new IndexProcess())
                .setExecutionExceptionHandler(IndexProcess::explain)
                .execute(arguments));
    }

    /** What J-NVM refuses, it explains; anything else is a bug, and gets its stack trace. */
    private static int explain(Exception e, CommandLine command, ParseResult arguments) throws Exception {
        if (!(e instanceof JnvmException)) {
            throw e;
        }
        command.getErr().println(e.getMessage());
        return 1;
    }

    @Override
    public Integer call() {
        TextFolder text = folder == null ? null : new TextFolder(folder);
        long textBytes = text == null ? 0 : text.bytes();
        JNVM.init(heap.toString(), HEAP_BYTES_BASE + textBytes * HEAP_BYTES_PER_TEXT_BYTE);
        try {
            WordIndex index = openOrCreate();
            Opening.of(JNVM.heap().recovery(), index.size()).print(journal);
            queries.forEach(query -> answer(index, query));
            if (text != null) {
                addMissing(index, text);
            }
            if (dump) {
                dump(index);
            }
            return 0;
        } finally {
            JNVM.close();
        }
    }

    private static WordIndex openOrCreate() {
        if (!JNVM.root.exists(ROOT)) {
            JNVM.root.put(ROOT, new WordIndex());
        }
        return JNVM.root.get(ROOT, WordIndex.class);
    }

    private void addMissing(WordIndex index, TextFolder text) {
        for (String name : text.names()) {
            if (!index.contains(name)) {
                index.add(name, text.count(name));
                journal.print(DOCUMENT_MARK + name);
            }
        }
    }

    private void dump(WordIndex index) {
        index.everything()
                .forEach((word, counts) -> counts.forEach(
                        (document, count) -> journal.print(DUMP_MARK + word + '\t' + document + '\t' + count)));
    }

    private void answer(WordIndex index, String query) {
        long began = System.nanoTime();
        List<Map.Entry<String, Integer>> found = index.find(TextFolder.words(query)).entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .toList();
        long micros = (System.nanoTime() - began) / 1000;
        String best = found.stream()
                .limit(DOCUMENTS_SHOWN)
                .map(hit -> hit.getKey() + " (" + hit.getValue() + ")")
                .collect(Collectors.joining(", "));
        journal.print(ANSWER_MARK + '"' + query + "\": " + found.size() + " documents in " + micros + " µs"
                + (found.isEmpty() ? "" : ", most often in " + best));
    }
}
