package io.postrider.standalone.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.schemas.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class DoctorTest {

    @TempDir Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Map<String, String> environment = new HashMap<>();
    private Path data = Path.of("");

    @Test
    void anEmptyFolderCanBeStartedAndIsNotMade() throws Exception {
        assertThat(run()).isZero();

        assertThat(lines()).allMatch(line -> line.startsWith("ok ")).hasSizeGreaterThan(6);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void theSameIsPrintedAsJson() throws Exception {
        environment.put("POSTRIDER_DISK_MIN_MB", "999999999");

        assertThat(run("--json")).isEqualTo(1);

        JsonNode report = Json.mapper().readTree(out.toString(UTF_8));
        assertThat(report.path("ok").asBoolean(true)).isFalse();
        assertThat(report.path("checks").valueStream())
                .filteredOn(check -> check.path("status").asString("").equals("fail"))
                .singleElement()
                .satisfies(check -> {
                    assertThat(check.path("check").asString("")).isEqualTo("disk");
                    assertThat(check.path("detail").asString("")).contains("POSTRIDER_DISK_MIN_MB");
                    assertThat(check.path("advice").asString("")).isNotEmpty();
                });
    }

    @Test
    void aFolderBelowAFileCannotBeMade() throws Exception {
        data = Files.createFile(folder.resolve("file")).resolve("data");

        assertThat(run()).isEqualTo(1);
        assertThat(lines())
                .anyMatch(line ->
                        line.startsWith("fail  data folder")
                                && line.contains("POSTRIDER_DATA_DIR: " + data));
    }

    @Test
    void aFolderThatOthersUseIsRejectedAndStaysAsItIs() throws Exception {
        data = Files.createDirectory(folder.resolve("data"));
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createFile(data.resolve("passwd"));

        assertThat(run()).isEqualTo(1);

        assertThat(lines())
                .anyMatch(line -> line.startsWith("fail  data folder") && line.contains("passwd"));
        assertThat(Files.getPosixFilePermissions(data))
                .isEqualTo(PosixFilePermissions.fromString("rwxr-xr-x"));
        try (Stream<Path> entries = Files.list(data)) {
            assertThat(entries).hasSize(1);
        }
    }

    @Test
    void unusableSecretsFail() throws Exception {
        data = Files.createDirectory(folder.resolve("data"));
        Path secrets = Files.createDirectory(data.resolve("secrets"));
        Files.writeString(secrets.resolve("pepper"), "00");
        Files.writeString(secrets.resolve("master.json"), "{}");

        assertThat(run()).isEqualTo(1);
        assertThat(lines())
                .anyMatch(line -> line.startsWith("fail  secrets") && line.contains("pepper"));
    }

    @Test
    void aPortOfAnotherProcessFails() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            environment.put("POSTRIDER_MANAGEMENT_PORT", port);

            assertThat(run()).isEqualTo(1);
            assertThat(lines())
                    .filteredOn(line -> line.startsWith("fail"))
                    .singleElement()
                    .satisfies(line ->
                            assertThat(line).contains("POSTRIDER_MANAGEMENT_PORT: " + port));
        }
    }

    @Test
    void aLockedFolderHasAnInstanceWhoseAnswersAreMissing() throws Exception {
        data = Files.createDirectory(folder.resolve("data"));
        Path lock = Files.createDirectory(data.resolve("spool")).resolve("lock");
        try (FileChannel channel =
                        FileChannel.open(
                                lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = channel.lock()) {
            assertThat(held.isValid()).isTrue();
            assertThat(run()).isEqualTo(1);
        }
        assertThat(lines())
                .anyMatch(line -> line.contains("is in use by a running instance"))
                .anyMatch(line -> line.startsWith("fail  readiness"))
                .anyMatch(line -> line.startsWith("fail  Kafka"));
    }

    @Test
    void unknownArgumentsAreRejected() throws Exception {
        assertThat(run("everything")).isEqualTo(2);
        assertThat(run("all", "projections")).isEqualTo(2);
        assertThat(run("--jsn")).isEqualTo(2);
        assertThat(run("--help")).isZero();
    }

    private int run(String... arguments) throws IOException, InterruptedException {
        if (data.toString().isEmpty()) {
            data = folder.resolve("data");
        }
        Map<String, String> all = new HashMap<>();
        all.put("POSTRIDER_PORT", Integer.toString(free()));
        all.put("POSTRIDER_MANAGEMENT_PORT", "0");
        all.put("POSTRIDER_DISK_MIN_MB", "1");
        all.put("POSTRIDER_DISK_LOW_MB", "0");
        all.put("POSTRIDER_DATA_DIR", data.toString());
        all.putAll(environment);
        PrintStream print = new PrintStream(out, true, UTF_8);
        return new Doctor(all, print, print).run(arguments);
    }

    private static int free() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private List<String> lines() {
        return out.toString(UTF_8).lines().toList();
    }
}
