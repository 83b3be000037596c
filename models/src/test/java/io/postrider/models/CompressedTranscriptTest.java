package io.postrider.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.testkit.claims.Verifies;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** The bounds of a kept answer, packed and unpacked. */
class CompressedTranscriptTest {

    private static final byte[] MANY_ZEROS = new byte[64 << 20];

    @Test
    @Verifies("kept-completion-memory")
    void anAnswerIsKeptUpToItsRawSizeAlone() {
        assertThat(new CompressedTranscript().add(new byte[4 << 20]).text()).isPresent();
        assertThat(new CompressedTranscript().add(new byte[4 << 20]).add(new byte[1]).text())
                .isEmpty();
        assertThat(new CompressedTranscript().add(MANY_ZEROS).text()).isEmpty();
    }

    @Test
    void decompressionRestoresTheText() {
        byte[] answer = "data: Ω\n\n".repeat(100_000).getBytes(StandardCharsets.UTF_8);
        String text = new CompressedTranscript().add(answer).text().orElseThrow();
        assertThat(text).hasSizeLessThan(10_000);

        TranscriptReader unpacked = TranscriptReader.of(text).orElseThrow();

        assertThat(unpacked.size()).isEqualTo(answer.length);
        assertThat(joined(unpacked)).isEqualTo(answer);
    }

    @Test
    void anAnswerThatUnpacksToMoreThanIsKeptIsRefused() throws IOException {
        assertThat(TranscriptReader.of(text(zipped(MANY_ZEROS)))).isEmpty();
    }

    @Test
    @Verifies("kept-completion-memory")
    void anAnswerThatIsLargerThanItSaysIsCutOff() throws IOException {
        byte[] zip = zipped(MANY_ZEROS);
        ByteBuffer.wrap(zip).order(ByteOrder.LITTLE_ENDIAN).putInt(zip.length - 4, 1_000);
        TranscriptReader lying = TranscriptReader.of(text(zip)).orElseThrow();
        AtomicLong made = new AtomicLong();

        assertThatThrownBy(() ->
                        lying.parts().doOnNext(part -> made.addAndGet(part.length)).blockLast())
                .hasMessageContaining("more than 1000");
        assertThat(made.get()).isLessThanOrEqualTo(1_000);
    }

    @Test
    @Verifies("kept-completion-memory")
    void anAnswerIsUnpackedAsItIsRead() {
        TranscriptReader unpacked =
                TranscriptReader.of(
                                new CompressedTranscript()
                                        .add(new byte[4 << 20])
                                        .text()
                                        .orElseThrow())
                        .orElseThrow();
        AtomicLong made = new AtomicLong();

        var _ =
                unpacked.parts()
                        .doOnNext(part -> made.addAndGet(part.length))
                        .take(2, true)
                        .blockLast();

        assertThat(made.get()).isLessThan(64 << 10);
    }

    @Test
    void responsesBeyondTheMemoryAreNotStored() {
        CompressedTranscript packed = new CompressedTranscript().add(new byte[100]);
        packed.overflow();

        assertThat(packed.add(new byte[100]).text()).isEmpty();
    }

    private static byte[] joined(TranscriptReader unpacked) {
        var all = new ByteArrayOutputStream();
        var _ = unpacked.parts().doOnNext(all::writeBytes).blockLast();
        return all.toByteArray();
    }

    private static byte[] zipped(byte[] bytes) throws IOException {
        var zip = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zip)) {
            out.write(bytes);
        }
        return zip.toByteArray();
    }

    private static String text(byte[] zip) {
        return Base64.getEncoder().encodeToString(zip);
    }
}
