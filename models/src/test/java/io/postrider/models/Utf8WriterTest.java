package io.postrider.models;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8WriterTest {

    private static String written(String... pieces) {
        Utf8Writer writer = new Utf8Writer(1);
        for (String piece : pieces) {
            writer.write(piece.toCharArray(), 0, piece.length());
        }
        writer.close();
        return new String(writer.bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void aPairThatIsCutIsOneCharacter() {
        assertThat(written("a\ud83d", "\ude00b")).isEqualTo("a\ud83d\ude00b");
    }

    @Test
    void aHalfIsEscaped() {
        assertThat(written("\ud83d")).isEqualTo("\\ud83d");
        assertThat(written("\ud83dx")).isEqualTo("\\ud83dx");
        assertThat(written("\ude00\ud83d\ud83d\ude00")).isEqualTo("\\ude00\\ud83d\ud83d\ude00");
    }

    @Test
    void anyTextIsEncodedAsTheJdkDoes() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 10_000; i++) {
            int c = random.nextInt(0x110000);
            text.appendCodePoint(c >= 0xD800 && c < 0xE000 ? 'x' : c);
        }

        assertThat(written(text.toString())).as("seed %d", seed).isEqualTo(text.toString());
    }
}
