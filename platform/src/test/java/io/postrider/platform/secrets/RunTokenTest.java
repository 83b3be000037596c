package io.postrider.platform.secrets;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.schemas.Cause;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunTokenTest {

    private static final Instant NOW = Instant.parse("2026-11-02T09:30:00Z");
    private static final byte[] KEY = "a key of thirty-two bytes, or so".getBytes(US_ASCII);
    private static final RunToken TOKEN =
            new RunToken("ws_1", "rul_1", List.of("links:write"), new Cause("evt_1", "run_1", 3));

    @Test
    void aTokenIsReadWithTheKeyThatSignedIt() {
        String header = TOKEN.header(KEY, NOW);

        assertThat(RunToken.parse(header, KEY, NOW.plusSeconds(300))).contains(TOKEN);
        assertThat(RunToken.parse(header, KEY, NOW.plusSeconds(301))).isEmpty();
        assertThat(RunToken.parse(header, "another".getBytes(US_ASCII), NOW)).isEmpty();
    }

    @Test
    void aChangedTokenIsRefused() {
        String header = TOKEN.header(KEY, NOW);

        for (int i = RunToken.SCHEME.length(); i < header.length(); i++) {
            char other = header.charAt(i) == 'A' ? 'B' : 'A';
            String changed = header.substring(0, i) + other + header.substring(i + 1);
            assertThat(RunToken.parse(changed, KEY, NOW)).as(changed).isEmpty();
        }
        assertThat(RunToken.parse("Run ", KEY, NOW)).isEmpty();
        assertThat(RunToken.parse("Bearer x.y", KEY, NOW)).isEmpty();
    }
}
