package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.ClaimCheck;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tests that the documents name exist, and verify the claims that they are named for. */
class DocumentedProofsTest {

    private static final Pattern TEST = Pattern.compile("`([A-Z][A-Za-z0-9]*Test)`");
    private static final Path ROOT = Path.of("..");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "docs/security.md",
                "docs/architecture.md",
                "docs/extending.md",
                "docs/operating.md",
                "docs/kafka.md",
                "docs/performance.md",
                "docs/RATIONALE.md"
            })
    void everyTestThatIsNamedIsThere(String document) throws IOException {
        Set<String> named =
                TEST.matcher(Files.readString(ROOT.resolve(document)))
                        .results()
                        .map(found -> found.group(1))
                        .collect(Collectors.toSet());

        assertThat(tests()).hasSizeGreaterThan(100).containsAll(named);
    }

    @Test
    void everyClaimOfTheSecurityModelIsVerifiedByTheTestsThatItNames() throws IOException {
        String document = Files.readString(ROOT.resolve("docs/security.md"));

        assertThat(ClaimCheck.objections(document, compiledTests())).isEmpty();
    }

    /** Maven compiles them all before it runs the tests of this module. */
    private static List<Path> compiledTests() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return modules.map(module -> module.resolve("target/test-classes"))
                    .filter(Files::isDirectory)
                    .toList();
        }
    }

    private static Set<String> tests() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return modules.map(module -> module.resolve("src/test/java"))
                    .filter(Files::isDirectory)
                    .flatMap(DocumentedProofsTest::testsBelow)
                    .collect(Collectors.toSet());
        }
    }

    private static Stream<String> testsBelow(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith("Test.java"))
                    .map(name -> name.substring(0, name.length() - ".java".length()))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
