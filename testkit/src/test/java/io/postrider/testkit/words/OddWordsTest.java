package io.postrider.testkit.words;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Finds words that plain English does without. */
class OddWordsTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern ODD =
            Pattern.compile(
                    "(?<!\\w)(?-i:(?!noBody))(whoever|somebody|nobody|anybody|himself)(?!\\w)",
                    Pattern.CASE_INSENSITIVE);

    /** What builds and runs write, and what is not ours. */
    private static final Set<String> LEFT_OUT =
            Set.of(".git", "target", "node_modules", "dist", "data", "test-results", "LICENSE");

    @Test
    void noTextHasOddWords() throws IOException {
        Map<Path, Long> found = new TreeMap<>();
        Files.walkFileTree(ROOT, new Counter(found));

        assertThat(found).as("whoever, somebody, nobody, anybody, himself").isEmpty();
    }

    private static final class Counter extends SimpleFileVisitor<Path> {

        private final Map<Path, Long> found;

        private Counter(Map<Path, Long> found) {
            this.found = found;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return LEFT_OUT.contains(folder.getFileName().toString())
                    ? FileVisitResult.SKIP_SUBTREE
                    : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            String name = file.getFileName().toString();
            if (LEFT_OUT.contains(name)
                    || name.contains(".gen.")
                    || name.equals("OddWordsTest.java")) {
                return FileVisitResult.CONTINUE;
            }
            long count = ODD.matcher(new String(Files.readAllBytes(file), UTF_8)).results().count();
            if (count > 0) {
                found.put(ROOT.relativize(file), count);
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
