package io.postrider.messaging.media;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.messaging.media.MediaFiles.NoKeyException;
import io.postrider.messaging.media.MediaFiles.TooLargeException;
import io.postrider.platform.secrets.DataKeys;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.testkit.claims.Verifies;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;

class MediaFilesTest {

    private static final String WORKSPACE = "ws_a";
    private static final long MAX = 1 << 20;

    private final Path folder;
    private final DataKeys keys;
    private final MediaFiles files;

    MediaFilesTest(@TempDir Path folder) {
        this.folder = folder;
        keys = new DataKeys(SecretFiles.open(folder.resolve("secrets")));
        keys.put(WORKSPACE, 0, keys.mint(WORKSPACE));
        files = new MediaFiles(folder.resolve("media"), new SecretBox(keys));
    }

    @Test
    void aFileIsReadAsItWasWritten() {
        byte[] content = new byte[300_000];
        new Random(1).nextBytes(content);

        StoredFile stored = write("med_1", Flux.just(content, "end".getBytes(US_ASCII)));

        assertThat(stored.size()).isEqualTo(300_003);
        byte[] read = read("med_1");
        assertThat(read).hasSize(300_003).startsWith(content).endsWith("end".getBytes(US_ASCII));
    }

    @Test
    void aPartOfAFileIsRead() {
        byte[] content = new byte[300_000];
        new Random(2).nextBytes(content);
        write("med_1", Flux.just(content));

        for (int from : new int[] {0, 1, 65_535, 65_536, 200_000, 299_999}) {
            for (int length : new int[] {1, 1_000, 65_536, 100_000}) {
                assertThat(read("med_1", from, length))
                        .isEqualTo(
                                Arrays.copyOfRange(
                                        content, from, Math.min(from + length, content.length)));
            }
        }
    }

    @Test
    @Verifies("media-sealed")
    void theDiskHasCiphertextThatEndsWithTheDataKey() throws IOException {
        String secret = "the content of a private file";
        write("med_1", Flux.just(secret.getBytes(US_ASCII)));

        try (Stream<Path> all = Files.walk(folder.resolve("media"))) {
            assertThat(all.filter(Files::isRegularFile))
                    .singleElement()
                    .satisfies(file ->
                            assertThat(new String(Files.readAllBytes(file), US_ASCII))
                                    .doesNotContain("private"));
        }
        keys.remove(WORKSPACE, 0);
        assertThat(files.read(WORKSPACE, "med_1")).isEmpty();
    }

    @Test
    void aFileThatIsTooLargeOrCutOffLeavesNothing() throws IOException {
        assertThatThrownBy(() -> write("med_1", Flux.just(new byte[(int) MAX], new byte[1])))
                .isInstanceOf(TooLargeException.class);
        assertThatThrownBy(() ->
                        write(
                                "med_2",
                                Flux.concat(
                                        Flux.just(new byte[9]),
                                        Flux.error(new IllegalStateException("cut off")))))
                .hasMessage("cut off");
        assertThatThrownBy(() -> files.write("ws_b", "med_3", Flux.empty(), MAX).block())
                .isInstanceOf(NoKeyException.class);

        assertThat(files.read(WORKSPACE, "med_1")).isEmpty();
        try (Stream<Path> all = Files.walk(folder.resolve("media"))) {
            assertThat(all.filter(Files::isRegularFile)).isEmpty();
        }
    }

    @Test
    void aFileStaysAsItIsAndEndsByAge() throws IOException {
        write("med_1", Flux.just("first".getBytes(US_ASCII)));
        write("med_1", Flux.just("second".getBytes(US_ASCII)));

        assertThat(new String(read("med_1"), US_ASCII)).isEqualTo("first");
        assertThat(files.deleteBefore(Instant.now().minusSeconds(3_600))).isZero();
        assertThat(files.deleteBefore(Instant.now().plusSeconds(3_600))).isOne();
        assertThat(files.read(WORKSPACE, "med_1")).isEmpty();
    }

    @Test
    void theTypeFollowsFromTheFirstBytes() {
        assertThat(type(0xFF, 0xD8, 0xFF, 0xE0)).isEqualTo("image/jpeg");
        assertThat(type(0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n')).isEqualTo("image/png");
        assertThat(type('R', 'I', 'F', 'F', 1, 2, 3, 4, 'W', 'E', 'B', 'P'))
                .isEqualTo("image/webp");
        assertThat(type(0, 0, 0, 24, 'f', 't', 'y', 'p', 'i', 's', 'o', 'm'))
                .isEqualTo("video/mp4");
        assertThat(type('%', 'P', 'D', 'F', '-')).isEqualTo("application/pdf");
        assertThat(type('<', 'h', 't', 'm', 'l')).isEmpty();
        assertThat(FileTypes.agree("image/png", "")).isFalse();
        assertThat(FileTypes.agree("image/gif", "")).isTrue();
        assertThat(FileTypes.agree("image/png", "application/pdf")).isFalse();
        assertThat(FileTypes.agree("audio/mp4", "video/mp4")).isTrue();
        assertThat(FileTypes.agree("", "image/png")).isTrue();
    }

    private static String type(int... head) {
        byte[] bytes = new byte[head.length];
        for (int i = 0; i < head.length; i++) {
            bytes[i] = (byte) head[i];
        }
        return FileTypes.of(bytes);
    }

    private StoredFile write(String id, Flux<byte[]> content) {
        return Objects.requireNonNull(files.write(WORKSPACE, id, content, MAX).block());
    }

    private byte[] read(String id) {
        return read(id, 0, Long.MAX_VALUE);
    }

    private byte[] read(String id, long from, long length) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        files.read(WORKSPACE, id, from, length).orElseThrow().toIterable().forEach(all::writeBytes);
        return all.toByteArray();
    }
}
