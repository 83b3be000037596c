package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** That the metrics of a node are those of docs/metrics.md, and count what the node does. */
@ExtendWith(SharedPostrider.class)
class MetricsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Path MANUAL = Path.of("../docs/metrics.md");
    private static final Pattern ROW =
            Pattern.compile("\\| `((?:postrider|kafka)_[a-z_]+)` \\| ([a-z]+) \\|.*");

    private static final Pattern BOUND_ROW =
            Pattern.compile("(?m)^\\| [^|]+ \\| (`[a-z_`, ]+) \\|$");
    private static final Pattern BOUND = Pattern.compile("`([a-z_]+)`");
    private static final Pattern BOUND_LABEL = Pattern.compile("\\bbound=\"([a-z_]+)\"");
    private static final Pattern HELP = Pattern.compile("# HELP (\\S+) \\S.*");

    /** An id of a resource, of which no label has any. */
    private static final Pattern ID = Pattern.compile("\\b[a-z]{2,4}_[0-9a-hjkmnp-tv-z]{26}\\b");

    /** What a test does not bring about. */
    private static final Set<String> QUIET =
            Set.of(
                    "kafka_producer_record_error_total",
                    "kafka_producer_record_retry_total",
                    "kafka_stream_failed_threads",
                    "postrider_lag_records",
                    "postrider_dead_letters_total",
                    "postrider_deliveries_waiting",
                    "postrider_spool_damaged_total",
                    "postrider_spool_oldest_seconds",
                    "postrider_spool_records",
                    "postrider_spool_rejected_total");

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    @Verifies("management-port")
    void everyFamilyOfTheManualCountsAndEachOtherIsMissing(Workspace node) throws Exception {
        try (RecordingReceiver receiver = RecordingReceiver.start(StubResponse.status(204))) {
            String slug = new MetricsActivity(node, receiver).run();
            Map<String, String> documented = documented();
            await().atMost(PATIENCE)
                    .untilAsserted(() -> {
                        Map<String, Double> totals = scrape(node).totals();
                        assertThat(documented.keySet())
                                .allSatisfy(family -> {
                                    assertThat(totals).as(family).containsKey(family);
                                    assertThat(
                                                    totals.getOrDefault(family, 0.0) > 0
                                                            || QUIET.contains(family))
                                            .as(family + " is positive")
                                            .isTrue();
                                });
                    });
            Scrape all = scrape(node);
            assertThat(own(all)).containsExactlyInAnyOrderEntriesOf(documented);
            assertThat(all.samples())
                    .noneMatch(sample -> ID.matcher(sample.labels()).find())
                    .noneMatch(sample -> sample.labels().contains(slug));
            assertThat(all.totals())
                    .containsKeys("jvm_memory_used_bytes", "process_uptime_seconds");
        }
    }

    @Test
    void theBoundsAreThoseOfTheManual(Workspace node) throws Exception {
        Scrape all = scrape(node);

        for (String family : Set.of("postrider_bound_used", "postrider_bound_limit")) {
            assertThat(
                            all.samples().stream()
                                    .filter(sample -> sample.family().equals(family))
                                    .flatMap(sample -> found(BOUND_LABEL, sample.labels())))
                    .as(family)
                    .containsExactlyInAnyOrderElementsOf(documentedBounds());
        }
    }

    @Test
    void eachFamilyHasAHelpText(Workspace node) throws Exception {
        String text = get(node.metricsUrl()).body();

        assertThat(text.lines().flatMap(line -> found(HELP, line)))
                .containsAll(Scrape.of(text).types().keySet());
    }

    /** As "Memory" in docs/operating.md counts their stacks. */
    @Test
    void thereAreNoMoreThreadsThanTheManualCounts(Workspace node) throws Exception {
        int more = Math.max(0, Runtime.getRuntime().availableProcessors() - 2);

        assertThat(scrape(node).totals().get("jvm_threads_peak_threads"))
                .isPositive()
                .isLessThanOrEqualTo(256 + 20 * more);
    }

    @Test
    void theReadinessOfEachPartIsThere(Workspace node) throws Exception {
        HttpResponse<String> ready = get(node.metricsUrl().replace("/metrics", "/readyz"));

        assertThat(ready.statusCode()).isEqualTo(200);
        assertThat(HttpNode.json(ready).path("checks").findValuesAsString("name"))
                .contains("links", "lists", "webhooks", "set_up");
    }

    private static Map<String, String> documented() throws IOException {
        return Files.readAllLines(MANUAL).stream()
                .map(ROW::matcher)
                .filter(row -> row.matches())
                .collect(Collectors.toMap(row -> row.group(1), row -> row.group(2)));
    }

    /** The bounds with metrics in any process; those of a cluster alone are in the same table. */
    private static Set<String> documentedBounds() throws IOException {
        String manual = Files.readString(MANUAL);
        String section = manual.substring(manual.indexOf("\n## Bounds"));
        return found(BOUND_ROW, section.substring(0, section.indexOf("\n## Traces")))
                .flatMap(names -> found(BOUND, names))
                .collect(Collectors.toSet());
    }

    private static Stream<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1));
    }

    /** The types of all families but those of the JVM; the maximum of a histogram belongs to it. */
    private static Map<String, String> own(Scrape scrape) {
        Map<String, String> own = new TreeMap<>(scrape.types());
        own.keySet()
                .removeIf(
                        family -> !family.startsWith("postrider_") && !family.startsWith("kafka_"));
        own.keySet().removeIf(family -> family.endsWith("_seconds_max"));
        return own;
    }

    private Scrape scrape(Workspace node) throws IOException, InterruptedException {
        return Scrape.of(get(node.metricsUrl()).body());
    }

    private HttpResponse<String> get(String url) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
    }
}
