package io.postrider.domain.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.BufferUnderflowException;
import java.time.Instant;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UuidsTest {

    private static final UUID DNS = UUID.fromString("6ba7b810-9dad-11d1-80b4-00c04fd430c8");
    private static final UUID URL = UUID.fromString("6ba7b811-9dad-11d1-80b4-00c04fd430c8");

    /** The example of RFC 9562, appendix A.6. */
    private static final UUID RFC_V7 = UUID.fromString("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");

    @Test
    void version7MatchesTheExampleOfTheStandard() {
        assertThat(Uuids.v7(0x017f22e279b0L, (short) 0xcc3, 0x18c4dc0c0c07398fL)).isEqualTo(RFC_V7);
        assertThat(Uuids.millisOf(RFC_V7)).isEqualTo(1645557742000L);
    }

    @Test
    void version7TakesItsBitsInTheOrderGiven() {
        // given
        byte[] random = {
            0x0c, (byte) 0xc3, 0x18, (byte) 0xc4, (byte) 0xdc, 0x0c, 0x0c, 7, 57, -113, 99
        };

        // when
        UUID uuid = Uuids.v7(Instant.parse("2022-02-22T19:22:22Z"), random);

        // then
        assertThat(uuid).isEqualTo(RFC_V7);
    }

    @Test
    void version7ReadsAsManyBytesAsItSays() {
        byte[] enough = new byte[Uuids.RANDOM_BYTES];
        byte[] tooFew = new byte[Uuids.RANDOM_BYTES - 1];

        assertThat(Uuids.v7(Instant.EPOCH, enough).version()).isEqualTo(7);
        assertThatThrownBy(() -> Uuids.v7(Instant.EPOCH, tooFew))
                .isInstanceOf(BufferUnderflowException.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 1645557742000L, (1L << 48) - 1})
    void noBitsCanDamageVersionVariantOrTime(long millis) {
        UUID ones = Uuids.v7(millis, (short) -1, -1L);
        UUID zeros = Uuids.v7(millis, (short) 0, 0L);

        assertThat(ones.version()).isEqualTo(7);
        assertThat(ones.variant()).isEqualTo(2);
        assertThat(Uuids.millisOf(ones)).isEqualTo(millis);
        assertThat(zeros.version()).isEqualTo(7);
        assertThat(zeros.variant()).isEqualTo(2);
        assertThat(Uuids.millisOf(zeros)).isEqualTo(millis);
    }

    @Test
    void aLaterVersion7SortsLaterWhateverItsBits() {
        // given
        String early = Id.of(IdKind.LNK, Uuids.v7(1_700_000_000_000L, (short) -1, -1L));
        String late = Id.of(IdKind.LNK, Uuids.v7(1_700_000_000_001L, (short) 0, 0L));

        // then
        assertThat(early).isLessThan(late);
    }

    @Test
    void neighboursAreDistinctAndOfTheSameTime() {
        for (long bits : new long[] {0, -1L, 0x3fff_ffff_ffff_fff0L, new Random().nextLong()}) {
            UUID first = Uuids.v7(1_700_000_000_000L, (short) 5, bits);
            Set<UUID> neighbours = new HashSet<>();
            for (int i = 0; i < 1000; i++) {
                UUID next = Uuids.plus(first, i);
                assertThat(next.version()).isEqualTo(7);
                assertThat(next.variant()).isEqualTo(2);
                assertThat(Uuids.millisOf(next)).isEqualTo(1_700_000_000_000L);
                assertThat(neighbours.add(next)).as("%s plus %d", first, i).isTrue();
            }
            assertThat(Uuids.plus(first, 0)).isEqualTo(first);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "www.example.com, 2ed6657d-e927-568b-95e1-2665a8aea6a2",
        "python.org, 886313e1-3b8a-5372-9b90-0c9aee199e5d",
        "münchen.example, b0a686dd-7bbb-5935-9663-c50a1bc538c3",
    })
    void version5MatchesKnownNames(String name, UUID expected) {
        assertThat(Uuids.v5(DNS, name)).isEqualTo(expected);
    }

    @Test
    void version5DependsOnNameAndNameSpaceAlone() {
        UUID uuid = Uuids.v5(DNS, "www.example.com");

        assertThat(uuid.version()).isEqualTo(5);
        assertThat(uuid.variant()).isEqualTo(2);
        assertThat(uuid).isEqualTo(Uuids.v5(DNS, "www.example.com"));
        assertThat(uuid).isNotEqualTo(Uuids.v5(URL, "www.example.com"));
        assertThat(uuid).isNotEqualTo(Uuids.v5(DNS, "www.example.com."));
    }
}
