package io.postrider.testkit.words;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What handles the texts of tenants logs no message of an exception: it may quote them. {@code LoggedException} has the rest of it. */
class LoggedFailuresTest {

    private static final Path ROOT = Path.of("..");
    private static final List<String> PARTS =
            List.of(
                    "automation",
                    "messaging",
                    "projections",
                    "web",
                    "webhook-dispatcher",
                    "command-api/src/main/java/io/postrider/api/events",
                    "command-api/src/main/java/io/postrider/api/links",
                    "models/src/main/java/io/postrider/models",
                    "redirects/src/main/java/io/postrider/redirects",
                    "platform/src/main/java/io/postrider/platform/evaluations",
                    "expressions/src/main/java/io/postrider/expressions",
                    "outbound/src/main/java/io/postrider/outbound/http");
    private static final Pattern STATEMENT = Pattern.compile("LOGGER\\s*\\.(?!atDebug)[^;]*;");
    private static final Pattern MESSAGE =
            Pattern.compile(
                    "getMessage\\(|\\.toString\\(\\)|String\\.valueOf\\(|RawPath|setCause\\((?!LoggedException\\.of|LOGGER\\.isDebug)|LOGGER\\.(trace|debug|info|warn|error)\\(");

    @Test
    @Verifies("tenant-text")
    void noMessageOfAnExceptionIsLogged() {
        assertThat(PARTS.stream().flatMap(LoggedFailuresTest::statements).toList())
                .hasSizeGreaterThan(15)
                .noneMatch(statement -> MESSAGE.matcher(statement).find());
    }

    private static Stream<String> statements(String part) {
        try (Stream<Path> files = Files.walk(ROOT.resolve(part))) {
            return files
                    .filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> file.toString().contains("/src/main/"))
                    .filter(file -> !file.toString().contains("/redirects/spool/"))
                    .flatMap(LoggedFailuresTest::statements)
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Stream<String> statements(Path file) {
        try {
            return STATEMENT
                    .matcher(Files.readString(file, UTF_8))
                    .results()
                    .map(found -> file.getFileName() + ": " + found.group());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
