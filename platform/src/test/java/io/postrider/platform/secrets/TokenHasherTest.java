package io.postrider.platform.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenHasherTest {

    private static final String TOKEN = "prk_live_x";

    @TempDir private Path folder;

    @Test
    @Verifies("key-hashed")
    void aTokenIsHashedWithHmacSha256UnderThePepperOfTheFile() throws Exception {
        String hash = SecretFiles.open(folder).tokenHasher().hash(TOKEN);

        byte[] pepper = HexFormat.of().parseHex(Files.readString(folder.resolve("pepper")).strip());
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(pepper, "HmacSHA256"));
        assertThat(pepper).hasSize(32);
        assertThat(hash)
                .isEqualTo(
                        HexFormat.of()
                                .formatHex(mac.doFinal(TOKEN.getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    @Verifies("key-hashed")
    void withoutThePepperAHashIsNotReproduced() {
        TokenHasher other = SecretFiles.open(folder.resolve("other")).tokenHasher();

        assertThat(SecretFiles.open(folder.resolve("one")).tokenHasher().hash(TOKEN))
                .isNotEqualTo(other.hash(TOKEN));
    }
}
