package io.postrider.domain.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdTest {

    private static final String DIGITS = "01h455vb4pex5vsknk084sn02q";
    private static final UUID VALUE = UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8057");

    @ParameterizedTest
    @CsvSource({
        "00000000-0000-0000-0000-000000000000, 00000000000000000000000000",
        "00000000-0000-0000-0000-000000000001, 00000000000000000000000001",
        "00000000-0000-0000-0000-00000000001f, 0000000000000000000000000z",
        "00000000-0000-0000-0000-000000000020, 00000000000000000000000010",
        "00000000-0000-0001-0000-000000000000, 0000000000000g000000000000",
        "01890a5d-ac96-774b-bcce-b302099a8057, 01h455vb4pex5vsknk084sn02q",
        "7fffffff-ffff-ffff-ffff-ffffffffffff, 3zzzzzzzzzzzzzzzzzzzzzzzzz",
        "80000000-0000-0000-0000-000000000000, 40000000000000000000000000",
        "ffffffff-ffff-ffff-ffff-ffffffffffff, 7zzzzzzzzzzzzzzzzzzzzzzzzz",
    })
    void knownUuidsHaveKnownDigits(UUID uuid, String digits) {
        assertThat(Id.of(IdKind.LNK, uuid)).isEqualTo("lnk_" + digits);
        assertThat(Id.parse(IdKind.LNK, "lnk_" + digits)).contains(uuid);
    }

    @ParameterizedTest
    @EnumSource
    void anyUuidComesBackUnderEveryKind(IdKind kind) {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            UUID uuid = new UUID(random.nextLong(), random.nextLong());
            String id = Id.of(kind, uuid);
            assertThat(Id.parse(kind, id)).as("seed %d: %s", seed, id).contains(uuid);
            assertThat(Id.kindOf(id)).as("seed %d: %s", seed, id).contains(kind);
            assertThat(Id.isA(kind, id)).as("seed %d: %s", seed, id).isTrue();
        }
    }

    @Test
    void idsSortAsTheirUnsignedUuidsDo() {
        // given
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<UUID> uuids = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            // Few distinct high halves, so that the low ones decide as well.
            uuids.add(new UUID((long) random.nextInt(16) << 60, random.nextLong()));
        }

        // when
        uuids.sort(
                Comparator.comparing(UUID::getMostSignificantBits, Long::compareUnsigned)
                        .thenComparing(UUID::getLeastSignificantBits, Long::compareUnsigned));

        // then
        assertThat(uuids.stream().map(uuid -> Id.of(IdKind.EVT, uuid)))
                .as("seed %d", seed)
                .isSorted();
    }

    @ParameterizedTest
    @ValueSource(chars = {'8', '9', 'a', 'g', 'z'})
    void aFirstDigitThatOverflowsIsRefused(char first) {
        assertThat(Id.parse(IdKind.LNK, "lnk_" + first + DIGITS.substring(1))).isEmpty();
        assertThat(Id.kindOf("lnk_" + first + DIGITS.substring(1))).isEmpty();
    }

    @Test
    void anyForeignCharacterInAnyPlaceIsRefused() {
        for (char bad :
                "ilouILOUAZ -_/+.\0\n\u007f\u0080\u00e9\u0660\uff11\ud83d\uffff".toCharArray()) {
            for (int i = 0; i < DIGITS.length(); i++) {
                String digits = DIGITS.substring(0, i) + bad + DIGITS.substring(i + 1);
                assertThat(Id.parse(IdKind.LNK, "lnk_" + digits))
                        .as("U+%04X at %d", (int) bad, i)
                        .isEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "_",
                "lnk",
                "lnk_",
                "01h455vb4pex5vsknk084sn02q",
                "_01h455vb4pex5vsknk084sn02q",
                "lnk01h455vb4pex5vsknk084sn02q",
                "lnk-01h455vb4pex5vsknk084sn02q",
                "lnk__01h455vb4pex5vsknk084sn02q",
                "LNK_01h455vb4pex5vsknk084sn02q",
                "Lnk_01h455vb4pex5vsknk084sn02q",
                " lnk_01h455vb4pex5vsknk084sn02q",
                "lnk_01h455vb4pex5vsknk084sn02q ",
                "lnk_01h455vb4pex5vsknk084sn02q\n",
                "lnk_01h455vb4pex5vsknk084sn02",
                "lnk_01h455vb4pex5vsknk084sn02q0",
                "lnk_01H455VB4PEX5VSKNK084SN02Q",
                "link_01h455vb4pex5vsknk084sn02q",
                "lnk_01890a5d-ac96-774b-bcce-b302099a8057",
            })
    void anyOtherShapeIsRefused(String text) {
        assertThat(Id.parse(IdKind.LNK, text)).isEmpty();
        assertThat(Id.isA(IdKind.LNK, text)).isFalse();
        assertThat(Id.kindOf(text)).isEmpty();
    }

    @Test
    void anIdOfOneKindIsOfNoOther() {
        for (IdKind kind : IdKind.values()) {
            for (IdKind other : IdKind.values()) {
                assertThat(Id.isA(other, Id.of(kind, VALUE))).isEqualTo(kind == other);
            }
        }
    }

    @Test
    void thePrefixesAreThoseOfThePublicInterface() {
        assertThat(Stream.of(IdKind.values()).map(IdKind::label))
                .contains(
                        "ws", "usr", "key", "evt", "lnk", "dom", "clk", "whk", "dlv", "att", "inst",
                        "msg", "med", "grp", "ctc", "ep", "rul", "run", "rpl", "con", "req")
                .doesNotHaveDuplicates()
                .allMatch(label -> label.matches("[a-z]+"));
    }
}
