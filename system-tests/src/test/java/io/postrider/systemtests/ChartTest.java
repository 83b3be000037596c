package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** That the Helm chart and the example for Strimzi agree with the documents, and that Helm renders them. */
class ChartTest {

    private static final Path HELM = BuiltTree.ROOT.resolve("deploy/helm");
    private static final Path CHART = HELM.resolve("postrider");
    private static final Path STRIMZI = HELM.resolve("strimzi");
    private static final Path SETTINGS = BuiltTree.ROOT.resolve("docs/operating.md");
    private static final Path KAFKA = BuiltTree.ROOT.resolve("docs/kafka.md");
    private static final Pattern SETTING = Pattern.compile("POSTRIDER_[A-Z_]*[A-Z]");
    private static final Pattern SERVICE =
            Pattern.compile("(?m)^\\| `([a-z]+-?[a-z]*)` \\| (?!all of these)[a-zA-Z ]+ \\|$");
    private static final Pattern PERMISSION =
            Pattern.compile(
                    "(?m)^\\| ([a-zA-Z ]+) \\| (prefix|literal)(?:ed)? \\| `([a-z_-]+)` \\| ([A-Z_, ]+) \\|$");
    private static final YAMLMapper YAML = new YAMLMapper();

    @Test
    void itHasABlockOfValuesForEachServiceOfTheManual() throws Exception {
        JsonNode roles = YAML.readTree(CHART.resolve("values.yaml").toFile()).path("roles");

        Set<String> services =
                SERVICE.matcher(section(SETTINGS, "## On a cluster"))
                        .results()
                        .map(row -> row.group(1))
                        .collect(Collectors.toCollection(TreeSet::new));
        assertThat(services).hasSize(5);
        assertThat(roles.propertyNames()).containsExactlyInAnyOrderElementsOf(services);
        assertThat(roles.values())
                .allSatisfy(role ->
                        assertThat(role.propertyNames())
                                .containsExactlyInAnyOrder(
                                        "replicas", "resources", "volume", "settings"));
    }

    @Test
    void eachSettingThatItNamesIsOneOfTheManual() throws Exception {
        Set<String> documented = settings(SETTINGS);
        documented.addAll(settings(KAFKA));

        try (Stream<Path> files = Files.walk(HELM)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(documented).as(file.toString()).containsAll(settings(file));
            }
        }
    }

    @Test
    void theUserOfStrimziHasThePermissionsOfTheManual() throws Exception {
        JsonNode user = YAML.readTree(STRIMZI.resolve("user.yaml").toFile());

        Map<String, Set<String>> granted = new TreeMap<>();
        user.path("spec").path("authorization").path("acls").values().stream()
                .forEach(acl -> {
                    JsonNode resource = acl.path("resource");
                    granted.put(
                            name(
                                    resource.path("type").asString(),
                                    resource.path("patternType").asString(),
                                    resource.path("name").asString()),
                            acl.path("operations").values().stream()
                                    .map(operation -> plain(operation.asString()))
                                    .collect(Collectors.toCollection(TreeSet::new)));
                });
        Map<String, Set<String>> documented =
                PERMISSION
                        .matcher(Files.readString(KAFKA))
                        .results()
                        .collect(
                                Collectors.toMap(
                                        row -> name(row.group(1), row.group(2), row.group(3)),
                                        ChartTest::operations));
        assertThat(documented).hasSize(5);
        assertThat(granted).isEqualTo(documented);
    }

    private static Set<String> settings(Path file) throws IOException {
        return SETTING.matcher(Files.readString(file))
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> operations(MatchResult row) {
        return Stream.of(row.group(4).split(", "))
                .map(ChartTest::plain)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String name(String type, String pattern, String name) {
        return plain(type) + " " + pattern + " " + name;
    }

    /** The document writes {@code transactional ID} and {@code ALTER_CONFIGS}, Strimzi other forms of them. */
    private static String plain(String word) {
        return word.toLowerCase(Locale.ROOT).replaceAll("[ _]", "");
    }

    private static String section(Path document, String heading) throws IOException {
        String text = Files.readString(document);
        int start = text.indexOf(heading);
        return text.substring(start, text.indexOf("\n## ", start + 1));
    }
}
