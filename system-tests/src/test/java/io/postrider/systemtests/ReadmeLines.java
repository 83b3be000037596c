package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The lines of the README that a newcomer pastes into bash, and their expected output: the comments among them, in which "…"
 * stands for values that vary.
 */
public final class ReadmeLines {

    private static final Pattern TOUR =
            Pattern.compile("^## Tour\\n(.*?)^## ", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern BLOCK =
            Pattern.compile("^```bash\\n(.*?)^```", Pattern.MULTILINE | Pattern.DOTALL);
    private static final String PRINTED = "# ";

    /** A variable that does not come from an answer, or a function. */
    private static final Predicate<String> SETS =
            Pattern.compile("(\\w+=(?!\\$\\().*|\\w+\\(\\) .*)").asMatchPredicate();

    /** Limit of a line that waits for an event that never comes. */
    private static final Duration LIMIT = Duration.ofMinutes(4);

    private final List<List<String>> blocks;

    private ReadmeLines(List<List<String>> blocks) {
        this.blocks = blocks;
    }

    /**
     * The lines under "Tour", with another port of the product, in any folder.
     *
     * @param address localhost and the port
     */
    public static ReadmeLines on(String address) throws IOException {
        String tour =
                only(TOUR, Files.readString(BuiltTree.ROOT.resolve("README.md")))
                        .replace("8080", address.substring(address.indexOf(':') + 1))
                        .replace("./postrider", BuiltTree.ROOT + "/postrider");
        return new ReadmeLines(
                BLOCK.matcher(tour)
                        .results()
                        .map(block -> block.group(1).lines().toList())
                        .toList());
    }

    /** The lines of the blocks in which one of some words stands, and those that set what they use. */
    ReadmeLines about(String... words) {
        return new ReadmeLines(
                blocks.stream()
                        .map(block ->
                                Stream.of(words).anyMatch(word -> block.toString().contains(word))
                                        ? block
                                        : block.stream().filter(SETS).toList())
                        .toList());
    }

    /**
     * Pastes the lines into a bash, and returns its output.
     *
     * @param folder where the data folder lies, as it does for a newcomer
     */
    public List<String> paste(Path folder) throws IOException, InterruptedException {
        String pasted =
                lines().filter(line -> !line.startsWith(PRINTED))
                        .collect(Collectors.joining("\n", "", "\n"));
        // A command in the background would outlive its shell.
        String end = "jobs -p | xargs -r kill\n";
        return Programs.run(
                        new ProcessBuilder("bash").directory(folder.toFile()), pasted + end, LIMIT)
                .lines()
                .toList();
    }

    /** Asserts that the lines printed exactly the output in the README. */
    public void assertPrinted(List<String> printed) {
        List<String> said =
                lines().filter(line -> line.startsWith(PRINTED))
                        .map(line -> line.substring(PRINTED.length()))
                        .toList();
        assertThat(said).isNotEmpty();
        assertThat(printed)
                .zipSatisfy(said, (line, wanted) -> assertThat(line).matches(pattern(wanted)));
    }

    private Stream<String> lines() {
        return blocks.stream().flatMap(List::stream);
    }

    private static String only(Pattern wanted, String text) {
        return wanted.matcher(text)
                .results()
                .map(found -> found.group(1))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the README has no " + wanted));
    }

    private static Pattern pattern(String line) {
        return Pattern.compile(
                Arrays.stream(line.split("…", -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining(".*")));
    }
}
