package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code ./postrider doctor} on a running and on a stopped installation. */
@Tag("servers")
class DoctorTest {

    private static final Duration LONGEST = Duration.ofSeconds(90);
    private static final Set<String> STATUSES = Set.of("ok", "warn", "fail");

    private static final int OTHER_ACCOUNT = 12_345;

    @TempDir static Path shared;

    private static PostriderProcess node;
    private static String management;

    @TempDir Path folder;

    /** The exit code and the lines of a run. */
    private record Run(int code, List<String> lines) {

        List<String> fails() {
            return lines.stream().filter(line -> line.startsWith("fail ")).toList();
        }
    }

    @BeforeAll
    static void start() throws Exception {
        management = Integer.toString(Ports.free(0));
        node = PostriderProcess.startQuick(shared, Map.of("POSTRIDER_MANAGEMENT_PORT", management));
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Test
    void aRunningInstanceIsWell() throws Exception {
        Run run = doctor(running(Map.of()));

        assertThat(run.lines()).allMatch(line -> line.startsWith("ok "));
        assertThat(run.code()).isZero();
        assertThat(run.lines())
                .anyMatch(line -> line.contains("all parts of the running instance are ready"))
                .anyMatch(line -> line.contains("topics are as required"))
                .anyMatch(line -> line.contains("/metrics returns "))
                .filteredOn(line -> line.contains("is used by the running instance"))
                .hasSize(2);
    }

    @Test
    void jsonHasTheSameResults() throws Exception {
        Run run = doctor(running(Map.of()), "--json");

        JsonNode report = new JsonMapper().readTree(String.join("\n", run.lines()));
        assertThat(report.path("ok").asBoolean(false)).isTrue();
        assertThat(report.path("checks").size()).isGreaterThan(10);
    }

    @Test
    void aTypoIsFound() throws Exception {
        Run run = doctor(running(Map.of("POSTRIDER_DURABILTIY", "fsync")));

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.fails())
                .singleElement()
                .satisfies(line ->
                        assertThat(line).contains("POSTRIDER_DURABILTIY", "POSTRIDER_DURABILITY"));
    }

    @Test
    void aClusterWithoutBrokersIsFound() throws Exception {
        String nowhere = "127.0.0.1:" + Ports.free(0);

        Run run = doctor(stopped(Map.of("POSTRIDER_KAFKA_BOOTSTRAP", nowhere)));

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.fails())
                .singleElement()
                .satisfies(line ->
                        assertThat(line).contains("Kafka at " + nowhere + " is not reachable"));
    }

    @Test
    void aDataFolderWithEntriesOfOthersIsFound() throws Exception {
        Path data = Files.createDirectory(folder.resolve("data"));
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createFile(data.resolve("passwd"));

        Run run = doctor(stopped(Map.of()));

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.fails())
                .singleElement()
                .satisfies(
                        line -> assertThat(line).contains("POSTRIDER_DATA_DIR: " + data, "passwd"));
    }

    @Test
    void aDataFolderThatCannotBeMadeIsFound() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));

        Run run = doctor(stopped(Map.of("POSTRIDER_DATA_DIR", file.resolve("data").toString())));

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.fails()).anyMatch(line -> line.contains("POSTRIDER_DATA_DIR: " + file));
    }

    @Test
    void aDataFolderOfAnotherAccountIsAWarning() throws Exception {
        Path data = Files.createDirectory(folder.resolve("data"));
        assumeTrue("root".equals(System.getProperty("user.name")), "only root changes owners");
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
        Files.setAttribute(data, "unix:uid", OTHER_ACCOUNT);

        Run run = doctor(stopped(Map.of()));

        assertThat(run.code()).isZero();
        assertThat(run.lines())
                .filteredOn(line -> line.startsWith("warn "))
                .singleElement()
                .satisfies(line -> assertThat(line).contains(data + " belongs to "));
    }

    @Test
    void tooLittleDiskSpaceIsFoundAndNothingIsMade() throws Exception {
        Run run = doctor(stopped(Map.of("POSTRIDER_DISK_MIN_MB", "999999999")));

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.fails())
                .singleElement()
                .satisfies(line -> assertThat(line).contains("POSTRIDER_DISK_MIN_MB"));
        assertThat(folder.resolve("data")).doesNotExist();
    }

    @Test
    void aWrongArgumentIsRejected() throws Exception {
        assertThat(doctor(Map.of(), "everything").code()).isEqualTo(2);
    }

    private static Map<String, String> running(Map<String, String> others) {
        Map<String, String> all = new HashMap<>();
        all.put("POSTRIDER_PORT", Integer.toString(node.port()));
        all.put("POSTRIDER_MANAGEMENT_PORT", management);
        all.put("POSTRIDER_DATA_DIR", node.dataFolder().toString());
        all.put("POSTRIDER_DURABILITY", "replicated");
        all.put("POSTRIDER_EGRESS_ALLOW", "127.0.0.0/8");
        all.putAll(others);
        return all;
    }

    private Map<String, String> stopped(Map<String, String> others) throws Exception {
        Map<String, String> all = new HashMap<>();
        all.put("POSTRIDER_PORT", Integer.toString(Ports.free(0, 1_012, 1_013)));
        all.put("POSTRIDER_MANAGEMENT_PORT", "0");
        all.put("POSTRIDER_DATA_DIR", folder.resolve("data").toString());
        all.putAll(others);
        return all;
    }

    private Run doctor(Map<String, String> settings, String... arguments) throws Exception {
        ProcessBuilder command =
                BuiltTree.command(
                        Stream.concat(Stream.of("doctor"), Stream.of(arguments))
                                .toArray(String[]::new));
        command.environment().putAll(settings);
        Path output = folder.resolve("output");
        Process process = command.redirectOutput(output.toFile()).start();
        try {
            assertThat(process.waitFor(LONGEST)).isTrue();
            List<String> lines = Files.readAllLines(output);
            if (arguments.length == 0) {
                assertThat(lines).allMatch(line -> STATUSES.contains(line.split(" ", 2)[0]));
            }
            return new Run(process.exitValue(), lines);
        } finally {
            process.destroyForcibly();
        }
    }
}
