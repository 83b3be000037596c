package io.postrider.projections.clicks;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class KnownAgentsTest {

    private final UserAgentCache agents = new UserAgentCache();

    @TestFactory
    @Verifies("bots-not-counted")
    Stream<DynamicTest> agentsAreToldApart() throws IOException {
        return rows().stream()
                .map(row ->
                        DynamicTest.dynamicTest(
                                row.getLast(),
                                () ->
                                        assertThat(classified(row.getLast()))
                                                .isEqualTo(row.subList(0, 4))));
    }

    @Test
    void thereAreMoreThan120() throws IOException {
        assertThat(rows()).hasSizeGreaterThan(120);
    }

    private List<String> classified(String agent) {
        ParsedUserAgent parsed = agents.of(agent);
        String robot = parsed.robot();
        String verdict = parsed.preview() ? "preview" : robot == null ? "human" : "bot";
        return List.of(
                verdict,
                shown(parsed.device()),
                shown(parsed.os()),
                shown(robot == null ? parsed.browser() : robot));
    }

    private static String shown(@Nullable String value) {
        return value == null ? "-" : value;
    }

    private static List<List<String>> rows() throws IOException {
        try (InputStream file =
                Objects.requireNonNull(KnownAgentsTest.class.getResourceAsStream("agents.txt"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> List.of(line.split(" \\| ", 5)))
                    .toList();
        }
    }
}
