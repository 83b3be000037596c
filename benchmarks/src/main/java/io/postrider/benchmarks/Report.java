package io.postrider.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The report in Markdown, on the screen and in a file. */
final class Report {

    private final StringBuilder text = new StringBuilder();
    private final List<Goal> targets = new ArrayList<>();
    private final PrintStream screen;
    private final Path file;

    Report(PrintStream screen, Path file) {
        this.screen = screen;
        this.file = file;
    }

    void title(String title) {
        write("# " + title + "\n");
    }

    void heading(String title) {
        write("\n## " + title + "\n");
    }

    void say(String paragraph) {
        write("\n" + paragraph + "\n");
    }

    void table(List<String> head, List<List<String>> rows) {
        StringBuilder table = new StringBuilder("\n");
        table.append(row(head)).append(row(Collections.nCopies(head.size(), "---")));
        rows.forEach(cells -> table.append(row(cells)));
        write(table.toString());
    }

    private static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }

    /** Keeps a target for the table at the end. */
    void target(Goal target) {
        targets.add(target);
    }

    /** Writes all targets, met and missed. */
    void conclude() {
        heading("Targets");
        table(
                List.of("what", "target", "measured", "verdict"),
                targets.stream().map(Goal::cells).toList());
    }

    private void write(String more) {
        text.append(more);
        screen.print(more);
        screen.flush();
        try {
            Files.createDirectories(file.getParent());
            // Again and again, so that what was measured is kept if the rest fails.
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
