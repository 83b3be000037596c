package io.postrider.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each module's README describes its purpose and its packages on one screen. */
class ModuleReadmesTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final int LINES_MAX = 40;

    static List<String> modules() throws IOException {
        return MODULE.matcher(Files.readString(ROOT.resolve("pom.xml")))
                .results()
                .map(MatchResult::group)
                .map(tag -> tag.replaceAll("</?module>", ""))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("modules")
    void aModuleHasAShortReadmeThatNamesItsPackages(String module) throws IOException {
        List<String> lines = Files.readAllLines(ROOT.resolve(module).resolve("README.md"));

        assertThat(lines).hasSizeLessThanOrEqualTo(LINES_MAX);
        String text = String.join("\n", lines);
        assertThat(packages(module)).allSatisfy(name -> assertThat(text).contains(name));
    }

    /** The ends of their names in code, so that a word of a sentence is not taken for one. */
    private static List<String> packages(String module) throws IOException {
        Path code = ROOT.resolve(module).resolve("src/main/java/io/postrider");
        try (Stream<Path> folders = Files.exists(code) ? Files.walk(code, 2) : Stream.empty()) {
            return folders.filter(Files::isDirectory)
                    .filter(folder -> code.relativize(folder).getNameCount() == 2)
                    .map(folder -> folder.getFileName() + "`")
                    .toList();
        }
    }
}
