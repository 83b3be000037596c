package io.postrider.domain.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.Base62;
import io.postrider.testkit.claims.Verifies;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyTokenTest {

    private static final String TEXT =
            "prk_live_0123456789AB_ABCDEFGHIJKLMNOPQRSTUVWXYZ01234521yobO";
    private static final String SECRET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ012345";
    private static final String BASE62 =
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    @ParameterizedTest
    @Verifies("key-entropy")
    @CsvSource({
        "live, 0123456789AB, ABCDEFGHIJKLMNOPQRSTUVWXYZ012345, 21yobO",
        "test, zzzzzzzzzzzz, 00000000000000000000000000000000, 33h5aU",
        "live, 000000000003, 00000000000000000000000000000003, 0ePL03",
    })
    void knownTokensHaveKnownChecksums(
            String environment, String publicId, String secret, String checksum) {
        KeyToken token = new KeyToken(environment, publicId, secret);
        String text = "prk_" + environment + "_" + publicId + "_" + secret + checksum;

        assertThat(token.text()).isEqualTo(text);
        assertThat(KeyToken.parse(text)).contains(token);
    }

    @Test
    void anyTokenComesBack() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            KeyToken token =
                    new KeyToken(
                            random.nextBoolean() ? "live" : "test",
                            randomBase62(random, KeyToken.PUBLIC_ID_LENGTH),
                            randomBase62(random, KeyToken.SECRET_LENGTH));
            assertThat(KeyToken.parse(token.text())).as("seed %d", seed).contains(token);
        }
    }

    @Test
    @Verifies("key-checksum")
    void anyChangeOfOneCharacterIsRefused() {
        for (int i = 0; i < TEXT.length(); i++) {
            for (char c = 0; c < 0x250; c++) {
                if (c != TEXT.charAt(i)) {
                    String changed = TEXT.substring(0, i) + c + TEXT.substring(i + 1);
                    assertThat(KeyToken.parse(changed)).as("U+%04X at %d", (int) c, i).isEmpty();
                }
            }
        }
    }

    @Test
    @Verifies("key-checksum")
    void twoNeighboursThatChangePlacesAreRefused() {
        for (int i = 0; i + 1 < TEXT.length(); i++) {
            char first = TEXT.charAt(i);
            char second = TEXT.charAt(i + 1);
            if (first != second) {
                String changed = TEXT.substring(0, i) + second + first + TEXT.substring(i + 2);
                assertThat(KeyToken.parse(changed)).as(changed).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "prk_",
                "prk_live_",
                "prk_live_0123456789AB_ABCDEFGHIJKLMNOPQRSTUVWXYZ012345",
                "prk_live_0123456789AB_ABCDEFGHIJKLMNOPQRSTUVWXYZ01234521yob",
                "prk_live_0123456789AB_ABCDEFGHIJKLMNOPQRSTUVWXYZ01234521yobO0",
                " prk_live_0123456789AB_ABCDEFGHIJKLMNOPQRSTUVWXYZ01234521yobO",
                "prk_live_0123456789AB_ABCDEFGHIJKLMNOPQRSTUVWXYZ01234521yobO\n",
                "PRK_LIVE_0123456789AB_ABCDEFGHIJKLMNOPQRSTUVWXYZ01234521YOBO",
            })
    void anyOtherShapeIsRefused(String text) {
        assertThat(KeyToken.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "prod, 0123456789AB, ABCDEFGHIJKLMNOPQRSTUVWXYZ012345",
        "LIVE, 0123456789AB, ABCDEFGHIJKLMNOPQRSTUVWXYZ012345",
        "live, 0123456789A-, ABCDEFGHIJKLMNOPQRSTUVWXYZ012345",
        "live, 0123456789A_, ABCDEFGHIJKLMNOPQRSTUVWXYZ012345",
        "live, 0123456789AB, _BCDEFGHIJKLMNOPQRSTUVWXYZ012345",
        "live, 0123456789AB, ?BCDEFGHIJKLMNOPQRSTUVWXYZ012345",
        "live, 0123456789AB, éBCDEFGHIJKLMNOPQRSTUVWXYZ012345",
        "live, 0123456789AB, ABCDEFGHIJKLMNOPQRSTUVWXYZ01234",
        "live, 0123456789A, ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456",
        "live, 0123456789ABC, ABCDEFGHIJKLMNOPQRSTUVWXYZ01234",
    })
    void aRightChecksumDoesNotExcuseAWrongShape(
            String environment, String publicId, String secret) {
        assertThat(KeyToken.parse(new KeyToken(environment, publicId, secret).text())).isEmpty();
    }

    @Test
    @Verifies("key-entropy")
    void eachBase62CharacterIsAsLikelyAsAnyOther() {
        // given
        byte[] everyByte = new byte[256];
        IntStream.range(0, 256).forEach(i -> everyByte[i] = (byte) i);

        // then
        assertThat(Base62.text(everyByte, 248)).contains(BASE62.repeat(4));
        assertThat(Base62.text(everyByte, 249)).isEmpty();
    }

    @Test
    @Verifies("key-entropy")
    void bytesThatWouldFavourSomeCharactersArePassedOver() {
        for (int i = 248; i < 256; i++) {
            assertThat(Base62.text(new byte[] {(byte) i, 61, (byte) i, 62, 10}, 3)).contains("z0A");
            assertThat(Base62.text(new byte[] {(byte) i}, 1)).isEmpty();
        }
        assertThat(Base62.text(new byte[] {(byte) 247}, 1)).contains("z");
    }

    @Test
    void noMoreBytesAreReadThanAreNeeded() {
        assertThat(Base62.text(new byte[] {1, 2, 3}, 2)).contains("12");
        assertThat(Base62.text(new byte[] {1, 2, 3}, 0)).contains("");
        assertThat(Base62.text(new byte[0], 1)).isEmpty();
    }

    @Test
    void aTokenDoesNotShowItsSecretByAccident() {
        assertThat(KeyToken.parse(TEXT).orElseThrow().toString())
                .contains("0123456789AB")
                .doesNotContain(SECRET, SECRET.substring(0, 8));
    }

    private static String randomBase62(Random random, int length) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < length; i++) {
            out.append(BASE62.charAt(random.nextInt(62)));
        }
        return out.toString();
    }
}
