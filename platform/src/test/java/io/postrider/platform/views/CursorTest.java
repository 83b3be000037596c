package io.postrider.platform.views;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.platform.views.Cursor.Position;
import io.postrider.testkit.claims.Verifies;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CursorTest {

    private static final byte[] PREFIX = ProjectionKey.table(1).id("ws_1").bytes();
    private static final byte[] KEY =
            ProjectionKey.table(1).id("ws_1").number(5).id("lnk_9").bytes();
    private static final Cursor LINKS = Cursor.of("links", "ws_1", Map.of("tag", "a"));

    @Test
    void aCursorLeadsToTheKeyItWasMadeFrom() {
        assertThat(LINKS.read(PREFIX, LINKS.after(PREFIX, KEY)))
                .isInstanceOfSatisfying(
                        Position.After.class, after -> assertThat(after.key()).isEqualTo(KEY));
    }

    @Test
    void itIsReadByAnotherNodeThatKnowsTheSameFilters() {
        Cursor elsewhere = Cursor.of("links", "ws_1", Map.of("tag", "a"));

        assertThat(elsewhere.read(PREFIX, LINKS.after(PREFIX, KEY)))
                .isInstanceOf(Position.After.class);
    }

    @Test
    @Verifies("tenant-state")
    void anotherListWorkspaceFilterOrPrefixIsAMismatch() {
        String text = LINKS.after(PREFIX, KEY);

        assertMismatch(Cursor.of("keys", "ws_1", Map.of("tag", "a")), PREFIX, text);
        assertMismatch(Cursor.of("links", "ws_2", Map.of("tag", "a")), PREFIX, text);
        assertMismatch(Cursor.of("links", "ws_1", Map.of("tag", "b")), PREFIX, text);
        assertMismatch(Cursor.of("links", "ws_1", Map.of()), PREFIX, text);
        assertMismatch(Cursor.of("links", "ws_1", Map.of("t", "aga")), PREFIX, text);
        assertMismatch(LINKS, ProjectionKey.table(2).id("ws_1").bytes(), text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "AQ", "!!!", "null", "é", "AQAAAAAAAAAA", "a=b", " "})
    void invalidCursorsAreAMismatch(String text) {
        assertMismatch(LINKS, PREFIX, text);
    }

    @Test
    void aVeryLongTextIsAMismatch() {
        assertMismatch(LINKS, PREFIX, "A".repeat(1_000_000));
    }

    @Test
    @Verifies("tenant-state")
    void aChangedByteIsAMismatchAndNoForgedCursorLeavesThePrefix() {
        long seed = new Random().nextLong();
        System.out.println("cursor forgery seed " + seed);
        Random random = new Random(seed);
        byte[] good = Base64.getUrlDecoder().decode(LINKS.after(PREFIX, KEY));

        for (int i = 0; i < 20_000; i++) {
            byte[] forged = Arrays.copyOf(good, random.nextInt(good.length + 8));
            int place = random.nextInt(Math.max(1, forged.length));
            if (forged.length > 0) {
                forged[place] ^= (byte) (1 + random.nextInt(255));
            }
            String text = Base64.getUrlEncoder().withoutPadding().encodeToString(forged);
            assertMismatch(LINKS, PREFIX, text);
        }
    }

    @Test
    void aKeyOutsideThePrefixCannotBecomeACursor() {
        assertThatThrownBy(() -> LINKS.after(PREFIX, ProjectionKey.table(2).id("ws_1").bytes()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static void assertMismatch(Cursor cursor, byte[] prefix, String text) {
        assertThat(cursor.read(prefix, text)).isEqualTo(new Position.Mismatch());
    }
}
