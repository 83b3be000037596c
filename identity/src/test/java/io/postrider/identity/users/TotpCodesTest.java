package io.postrider.identity.users;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import org.apache.commons.codec.binary.Base32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TotpCodesTest {

    private static final String SEED =
            new Base32().encodeToString("12345678901234567890".getBytes(StandardCharsets.US_ASCII));

    /** The last six digits of RFC 6238, appendix B, for SHA-1. */
    @ParameterizedTest
    @Verifies("second-factor-once")
    @CsvSource({
        "59,          287082, 1",
        "1111111109,  081804, 37037036",
        "1111111111,  050471, 37037037",
        "1234567890,  005924, 41152263",
        "2000000000,  279037, 66666666",
        "20000000000, 353130, 666666666"
    })
    void theCodesAreThoseOfTheSpecification(long second, String code, long step) {
        assertThat(TotpCodes.step(SEED, code, Instant.ofEpochSecond(second))).hasValue(step);
    }

    @ParameterizedTest
    @CsvSource({"29, true", "59, true", "60, true", "89, true", "90, false", "119, false"})
    void aCodeIsGoodForHalfAMinuteBeforeAndAfter(long second, boolean right) {
        assertThat(TotpCodes.step(SEED, "287082", Instant.ofEpochSecond(second)).isPresent())
                .isEqualTo(right);
    }

    @Test
    void aDeviceReadsTheAddressOfTheSeed() {
        assertThat(TotpCodes.uri("ABC", "Postrider", "ada@example.com"))
                .isEqualTo(
                        "otpauth://totp/Postrider:ada%40example.com?secret=ABC&issuer=Postrider");
    }

    @Test
    void noTwoSeedsAreAlike() {
        SecureRandom random = new SecureRandom();

        assertThat(TotpCodes.seed(random)).hasSize(32).isNotEqualTo(TotpCodes.seed(random));
    }
}
