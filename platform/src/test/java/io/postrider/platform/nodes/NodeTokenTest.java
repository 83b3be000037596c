package io.postrider.platform.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.testkit.claims.Verifies;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeTokenTest {

    private static final byte[] KEY = new byte[32];
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final NodeToken TOKEN = at(NOW);

    @ParameterizedTest
    @Verifies("internal-port")
    @EnumSource
    void aTokenIsTakenForItsPurposeAndForNoOther(NodePurpose purpose) {
        for (NodePurpose asked : NodePurpose.values()) {
            assertThat(TOKEN.matches(asked, TOKEN.header(purpose)))
                    .as("%s for %s", purpose, asked)
                    .isEqualTo(asked == purpose);
        }
    }

    @Test
    @Verifies("internal-port")
    void aTokenEndsAndIsNotTakenBeforeItsTime() {
        Duration most = NodeToken.SKEW_MAX;
        Duration more = most.plusSeconds(1);

        assertThat(sentAt(NOW.minus(most))).isTrue();
        assertThat(sentAt(NOW.plus(most))).isTrue();
        assertThat(sentAt(NOW.minus(more))).isFalse();
        assertThat(sentAt(NOW.plus(more))).isFalse();
    }

    @Test
    void anotherInstallationsTokenIsRefused() {
        byte[] other = KEY.clone();
        other[31] = 1;

        String header = new NodeToken(other, () -> NOW).header(NodePurpose.READS);

        assertThat(TOKEN.matches(NodePurpose.READS, header)).isFalse();
    }

    @Test
    void aTokenWithAnotherTimeIsRefused() {
        String header = TOKEN.header(NodePurpose.READS);
        String later = Long.toString(NOW.getEpochSecond() + 1);

        String changed = header.replace(Long.toString(NOW.getEpochSecond()), later);

        assertThat(changed).isNotEqualTo(header);
        assertThat(TOKEN.matches(NodePurpose.READS, changed)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "Postrider", "Postrider 1.2", "Bearer x", "Postrider 9999999999999."})
    void invalidTokensAreRejected(String header) {
        assertThat(TOKEN.matches(NodePurpose.READS, header)).isFalse();
    }

    @Test
    void noHeaderIsRefused() {
        assertThat(TOKEN.matches(NodePurpose.READS, null)).isFalse();
    }

    @Test
    void aShortKeyIsRefused() {
        assertThatThrownBy(() -> new NodeToken(Arrays.copyOf(KEY, 31), () -> NOW))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("31 bytes");
    }

    private static boolean sentAt(Instant time) {
        return TOKEN.matches(NodePurpose.READS, at(time).header(NodePurpose.READS));
    }

    private static NodeToken at(Instant time) {
        return new NodeToken(KEY, () -> time);
    }
}
