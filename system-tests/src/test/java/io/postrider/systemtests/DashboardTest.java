package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** That each query of the dashboard and of the alerts in {@code deploy} finds the metrics of a node. */
@ExtendWith(SharedPostrider.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DashboardTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Path DASHBOARD = BuiltTree.ROOT.resolve("deploy/grafana/postrider.json");
    private static final Path ALERTS = BuiltTree.ROOT.resolve("deploy/prometheus/alerts.yml");
    private static final Path ALERT_TESTS =
            BuiltTree.ROOT.resolve("deploy/prometheus/alerts_test.yml");
    private static final Path CONFIGURATION =
            BuiltTree.ROOT.resolve("deploy/prometheus/prometheus.yml");
    private static final Path MANUAL = BuiltTree.ROOT.resolve("docs/metrics.md");

    private static final Pattern METRIC =
            Pattern.compile("\\b(?:postrider|kafka|jvm|process|system|disk)_[a-z_0-9]+|\\bup\\b");
    private static final Pattern SELECTOR = Pattern.compile("([a-z_0-9]+)\\{([^}]*)}");
    private static final Pattern MATCHER = Pattern.compile("([a-z_]+)(?:=~|!~|!=|=)\"");
    private static final Pattern GROUPING = Pattern.compile("\\bby \\(([^)]*)\\)");
    private static final Pattern LEGEND = Pattern.compile("\\{\\{ ?(?:\\$labels\\.)?([a-z_]+) ?}}");

    private RecordingReceiver receiver;
    private Prometheus prometheus;

    /** A query of a panel, as Grafana would send it for all instances. */
    private record Query(String panel, String expression, String legend) {}

    @BeforeAll
    void start(Workspace node, @TempDir Path folder) throws Exception {
        receiver = RecordingReceiver.start(StubResponse.status(204));
        prometheus = Prometheus.start(folder, node.metricsUrl(), ALERTS);
        var _ = new MetricsActivity(node, receiver).run();
    }

    @AfterAll
    void stop() throws Exception {
        if (prometheus != null) {
            prometheus.close();
        }
        if (receiver != null) {
            receiver.close();
        }
    }

    @Test
    void eachPanelShowsSeriesWithTheLabelsOfItsLegend() throws Exception {
        List<Query> queries = queries();
        assertThat(queries).hasSizeGreaterThan(30);

        for (Query query : queries) {
            await(query.panel())
                    .atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(prometheus.query(query.expression()))
                                    .as(query.expression())
                                    .isNotEmpty()
                                    .allSatisfy(series ->
                                            assertThat(series.path("metric").propertyNames())
                                                    .containsAll(found(LEGEND, query.legend()))));
            assertNames(query.expression());
        }
    }

    @Test
    void theDashboardShowsEachFamilyOfTheManual() throws Exception {
        Set<String> shown = new TreeSet<>();
        for (Query query : queries()) {
            found(METRIC, query.expression())
                    .forEach(name -> shown.add(name.replaceFirst("_(bucket|sum|count)$", "")));
        }

        assertThat(shown)
                .containsAll(
                        found(
                                Pattern.compile("(?m)^\\| `((?:postrider|kafka)_[a-z_]+)`"),
                                Files.readString(MANUAL)));
    }

    @Test
    void eachAlertIsEvaluatedAndSaysWhatToDo() throws Exception {
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(prometheus.rules())
                                .hasSizeGreaterThan(5)
                                .allSatisfy(rule ->
                                        assertThat(rule.path("health").asString())
                                                .as(rule.toString())
                                                .isEqualTo("ok")));
        for (JsonNode alert : prometheus.rules()) {
            String expression = alert.path("query").asString();
            await(expression).atMost(PATIENCE).untilAsserted(() -> assertNames(expression));
            JsonNode annotations = alert.path("annotations");
            assertThat(annotations.path("description").asString()).contains(".");
            assertThat(labels(expression)).containsAll(found(LEGEND, annotations.toString()));
        }
    }

    @Test
    void theAlertsFireInTheirSituationsOnly() throws Exception {
        assertThat(
                        Programs.run(
                                BuiltTree.ROOT,
                                "",
                                List.of("promtool", "test", "rules", ALERT_TESTS.toString())))
                .contains("SUCCESS");
    }

    @Test
    void theConfigurationOfTheComposeProfileIsValidAndScrapesEachService() throws Exception {
        assertThat(
                        Programs.run(
                                BuiltTree.ROOT,
                                "",
                                List.of("promtool", "check", "config", CONFIGURATION.toString())))
                .contains("SUCCESS");
        String compose = Files.readString(BuiltTree.ROOT.resolve("docker-compose.yml"));
        Set<String> services =
                found(Pattern.compile("(?m)^  ([a-z-0-9]+):\n    <<: \\*postrider$"), compose);
        assertThat(services).hasSizeGreaterThan(5);
        assertThat(found(Pattern.compile("- ([a-z-0-9]+):9464"), Files.readString(CONFIGURATION)))
                .isEqualTo(services);
    }

    /** The metrics of the expression exist, and have the labels by which it selects and groups. */
    private void assertNames(String expression) throws IOException, InterruptedException {
        assertThat(prometheus.names()).containsAll(found(METRIC, expression));
        Set<String> all = new TreeSet<>();
        for (String metric : found(METRIC, expression)) {
            all.addAll(prometheus.labels(metric));
        }
        for (String labels : found(GROUPING, expression)) {
            assertThat(all).as(expression).containsAll(Arrays.asList(labels.split(", ")));
        }
        Matcher selector = SELECTOR.matcher(expression);
        while (selector.find()) {
            assertThat(prometheus.labels(selector.group(1)))
                    .as(expression)
                    .containsAll(found(MATCHER, selector.group(2)));
        }
    }

    /** The labels of the result: those of a grouping, and otherwise all. */
    private Set<String> labels(String expression) throws IOException, InterruptedException {
        Set<String> labels = new TreeSet<>();
        for (String grouping : found(GROUPING, expression)) {
            labels.addAll(Arrays.asList(grouping.split(", ")));
        }
        if (labels.isEmpty()) {
            for (String metric : found(METRIC, expression)) {
                labels.addAll(prometheus.labels(metric));
            }
        }
        return labels;
    }

    private static List<Query> queries() throws IOException {
        JsonNode dashboard = new JsonMapper().readTree(Files.readAllBytes(DASHBOARD));
        return dashboard.path("panels").values().stream()
                .flatMap(panel ->
                        panel.path("targets").values().stream()
                                .map(target ->
                                        new Query(
                                                panel.path("title").asString(),
                                                target.path("expr")
                                                        .asString()
                                                        .replace("$instance", ".*")
                                                        .replace("$__rate_interval", "1m"),
                                                target.path("legendFormat").asString())))
                .toList();
    }

    /** The first groups of all matches, or the matches of a pattern without groups. */
    private static Set<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.group(Math.min(1, match.groupCount())))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
