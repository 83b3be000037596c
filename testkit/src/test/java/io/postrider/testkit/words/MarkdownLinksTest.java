package io.postrider.testkit.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Checks that every relative link and image of the documents leads to a file, and every anchor to a heading. */
class MarkdownLinksTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern SCHEME = Pattern.compile("[a-z]+:.*");
    private static final Pattern HEADING = Pattern.compile("^#+ +(.*)$", Pattern.MULTILINE);
    private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```.*?^ *```");
    private static final Pattern CODE = Pattern.compile("`[^`\\n]*`");

    /** Folders that builds and runs write. */
    private static final Set<String> WRITTEN =
            Set.of(".git", "target", "node_modules", "dist", "data", "test-results");

    @Test
    void everyLinkLeadsToAFileAndAHeading() throws IOException {
        List<Path> documents = documents();
        List<String> broken = new ArrayList<>();
        for (Path document : documents) {
            for (String link : links(Files.readString(document))) {
                if (!SCHEME.matcher(link).matches() && !leads(document, link)) {
                    broken.add(ROOT.relativize(document) + ": " + link);
                }
            }
        }

        assertThat(documents).hasSizeGreaterThan(30);
        assertThat(broken).isEmpty();
    }

    @Test
    void anchorsAreThoseOfGitHub() {
        assertThat(anchors("# 1. A `kill -9`, and [more](x.md)\n\n```\n# none\n```\n## B\n"))
                .containsExactlyInAnyOrder("1-a-kill--9-and-more", "b");
    }

    private static boolean leads(Path document, String link) throws IOException {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]).normalize();
        if (!Files.exists(target)) {
            return false;
        }
        return parts.length == 1 || anchors(Files.readString(target)).contains(parts[1]);
    }

    private static List<String> links(String markdown) {
        String text = CODE.matcher(BLOCK.matcher(markdown).replaceAll("")).replaceAll("");
        return LINK.matcher(text).results().map(found -> found.group(1)).toList();
    }

    private static Set<String> anchors(String markdown) {
        return HEADING.matcher(BLOCK.matcher(markdown).replaceAll(""))
                .results()
                .map(MarkdownLinksTest::anchor)
                .collect(Collectors.toSet());
    }

    /** Letters, digits, hyphens and underscores stay, and spaces become hyphens. */
    private static String anchor(MatchResult heading) {
        return heading.group(1)
                .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                .replace(' ', '-');
    }

    private static List<Path> documents() throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(
                ROOT,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path folder, BasicFileAttributes attributes) {
                        return WRITTEN.contains(folder.getFileName().toString())
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (file.getFileName().toString().endsWith(".md")) {
                            found.add(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        return found;
    }
}
