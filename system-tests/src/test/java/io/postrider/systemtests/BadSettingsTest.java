package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A setting that cannot be used ends the start with one line that names it. */
@Tag("servers")
class BadSettingsTest {

    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource({
        "POSTRIDER_PORT, abc",
        "POSTRIDER_DURABILITY, sometimes",
        "POSTRIDER_BASE_URL, http://localhost:8191?x=1",
        "POSTRIDER_BASE_URL, localhost:8191",
        "POSTRIDER_EGRESS_ALLOW, 127.0.0.1/8",
        "POSTRIDER_KAFKA_BOOTSTRAP, garbage",
        "POSTRIDER_KAFKA_PREFIX, acme/",
        "POSTRIDER_LOG_LEVEL, LOUD",
        "POSTRIDER_LOG_FORMAT, xml",
        "POSTRIDER_PRIVATE_LINK_TARGETS, maybe",
        "POSTRIDER_MANAGEMENT_PORT, on",
        "POSTRIDER_MANAGEMENT_ADDRESS, localhost",
        "POSTRIDER_MANAGEMENT_ADDRESS, 192.0.2.1",
        "OTEL_EXPORTER_OTLP_ENDPOINT, collector:4317",
    })
    void oneLineSaysWhichSettingItIs(String name, String value) throws Exception {
        assertRefused(name, value);

        assertThat(folder.resolve("data")).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource({
        "OTEL_EXPORTER_OTLP_PROTOCOL, grpc",
        "OTEL_TRACES_SAMPLER, sometimes",
        "OTEL_BSP_SCHEDULE_DELAY, soon",
        "OTEL_BSP_MAX_QUEUE_SIZE, -1",
    })
    void oneLineSaysWhichSettingOfTracesItIs(String name, String value) throws Exception {
        assertRefused(
                name,
                value,
                Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:4318", name, value));

        assertThat(folder.resolve("data")).isEmptyDirectory();
    }

    @Test
    void anUnknownArgumentIsNamedWithTheNearest() throws Exception {
        assertRefused("postrider.prot", "postrider.port", Map.of(), "--postrider.prot=8191");

        assertThat(folder.resolve("data")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"POSTRIDER_DATA_DIR", "POSTRIDER_SECRETS_DIR", "POSTRIDER_MEDIA_DIR"})
    void aBlankFolderIsNamed(String name) throws Exception {
        assertRefused(name, "blank", Map.of(name, " "));
    }

    @Test
    void aBlankArgumentIsNamed() throws Exception {
        assertRefused("postrider.data-dir", "blank", Map.of(), "--postrider.data-dir=");
    }

    @Test
    void secretsAreInAFolder() throws Exception {
        Path file = Files.createFile(folder.resolve("secrets"));

        assertRefused("POSTRIDER_SECRETS_DIR", file.toString());
    }

    @Test
    void theEmbeddedBrokersFolderHasNoComma() throws Exception {
        assertRefused("POSTRIDER_DATA_DIR", folder.resolve("a,b").toString());

        assertThat(folder.resolve("a,b")).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1", "127.0.0.2", "0.0.0.0"})
    void thePortIsFreeOnEveryAddress(String address) throws Exception {
        int port = Ports.free(0, 1_012, 1_013);
        try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.ofLiteral(address))) {
            assertRefused("POSTRIDER_PORT", Integer.toString(taken.getLocalPort()));
        }
    }

    @Test
    void thePortForOtherNodesIsFree() throws Exception {
        try (ServerSocket taken = new ServerSocket(Ports.free(0))) {
            assertRefused("POSTRIDER_NODE_ADDRESS", "localhost:" + taken.getLocalPort());
        }
    }

    @Test
    void theManagementPortIsFree() throws Exception {
        try (ServerSocket taken =
                new ServerSocket(Ports.free(0), 1, InetAddress.getLoopbackAddress())) {
            assertRefused("POSTRIDER_MANAGEMENT_PORT", Integer.toString(taken.getLocalPort()));
        }
    }

    @Test
    void thePortOfTheSandboxIsFree() throws Exception {
        try (ServerSocket taken =
                new ServerSocket(Ports.free(0), 1, InetAddress.getLoopbackAddress())) {
            assertRefused("POSTRIDER_SANDBOX_PORT", Integer.toString(taken.getLocalPort()));
        }
    }

    @Test
    void theManagementPortIsNotThePublicOne() throws Exception {
        String port = Integer.toString(Ports.free(0, 1_012, 1_013));

        assertRefused(
                "POSTRIDER_MANAGEMENT_PORT",
                port,
                Map.of("POSTRIDER_PORT", port, "POSTRIDER_MANAGEMENT_PORT", port));
    }

    @Test
    void thePortOfTheBrokerIsAnotherOne() throws Exception {
        String port = Integer.toString(Ports.free(0));

        assertRefused(
                "POSTRIDER_KAFKA_PORT",
                port,
                Map.of("POSTRIDER_PORT", port, "POSTRIDER_KAFKA_PORT", port));
    }

    private void assertRefused(String name, String value) throws Exception {
        assertRefused(name, value, Map.of(name, value));
    }

    private void assertRefused(
            String name, String named, Map<String, String> settings, String... arguments)
            throws Exception {
        ProcessBuilder up = BuiltTree.up();
        up.command().addAll(List.of(arguments));
        up.environment()
                .putAll(
                        Map.of(
                                "POSTRIDER_PORT",
                                Integer.toString(Ports.free(0, 1_012, 1_013)),
                                "POSTRIDER_MANAGEMENT_PORT",
                                "0",
                                "POSTRIDER_DATA_DIR",
                                folder.resolve("data").toString()));
        up.environment().putAll(settings);
        Path errors = folder.resolve("errors");
        Process process =
                up.redirectErrorStream(false)
                        .redirectOutput(folder.resolve("output").toFile())
                        .redirectError(errors.toFile())
                        .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).isNotZero();
            assertThat(Files.readAllLines(errors))
                    .noneMatch(line -> line.startsWith("\tat "))
                    .filteredOn(line -> line.startsWith("postrider: "))
                    .singleElement()
                    .satisfies(line -> assertThat(line).contains(name, named));
        } finally {
            process.destroyForcibly();
        }
    }
}
