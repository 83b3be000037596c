package io.postrider.platform.secrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import io.postrider.testkit.claims.Verifies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SecretBoxTest {

    @TempDir Path folder;

    @Test
    @Verifies("sealed-at-rest")
    void aSealedTextOpensAfterARestartForItsWorkspaceAndPurposeAlone() {
        DataKeys keys = new DataKeys(SecretFiles.open(folder));
        String wrapped = keys.mint("ws_a");
        assertThat(keys.put("ws_a", 0, wrapped)).isTrue();
        String sealed = new SecretBox(keys).seal("ws_a", "whk_1/secret", "whsec_x").orElseThrow();

        DataKeys restarted = new DataKeys(SecretFiles.open(folder));
        assertThat(restarted.put("ws_a", 0, wrapped)).isTrue();
        assertThat(restarted.put("ws_b", 0, restarted.mint("ws_b"))).isTrue();
        SecretBox box = new SecretBox(restarted);

        assertThat(box.open("ws_a", "whk_1/secret", sealed)).contains("whsec_x");
        assertThat(box.open("ws_a", "whk_2/secret", sealed)).isEmpty();
        assertThat(box.open("ws_b", "whk_1/secret", sealed)).isEmpty();
        assertThat(box.open("ws_a", "whk_1/secret", "AAAA")).isEmpty();
    }

    @Test
    void aMissingDataKeyIsReportedWhenSealing() {
        DataKeys keys = new DataKeys(SecretFiles.open(folder));
        SecretBox box = new SecretBox(keys);
        keys.whenMissing(subject -> keys.put(subject, 0, keys.mint(subject)));

        assertThat(box.open("ws_a", "p", "AAAA")).isEmpty();
        assertThat(box.seal("ws_a", "p", "text")).isEmpty();

        assertThat(box.seal("ws_a", "p", "text")).isPresent();
    }

    @Test
    @Verifies("destroyed-data-key")
    void aDestroyedDataKeyLeavesNoise() {
        DataKeys keys = new DataKeys(SecretFiles.open(folder));
        keys.put("ws_a", 0, keys.mint("ws_a"));
        SecretBox box = new SecretBox(keys);
        String sealed = box.seal("ws_a", "p", "text").orElseThrow();

        keys.remove("ws_a", 0);

        assertThat(box.open("ws_a", "p", sealed)).isEmpty();
        assertThat(box.seal("ws_a", "p", "text")).isEmpty();
    }

    @Test
    @Verifies("sealed-at-rest")
    void aDataKeyOfAnotherSubjectOrMasterIsRefused() {
        DataKeys keys = new DataKeys(SecretFiles.open(folder.resolve("one")));
        DataKeys others = new DataKeys(SecretFiles.open(folder.resolve("two")));

        assertThat(keys.put("ws_b", 0, keys.mint("ws_a"))).isFalse();
        assertThat(others.put("ws_a", 0, keys.mint("ws_a"))).isFalse();
        assertThat(keys.put("ws_a", 0, "not base64!")).isFalse();
    }

    @Test
    @Verifies({"short-secrets", "secret-files"})
    void theFilesAreReadableByTheirOwnerOnlyAndAShortPepperIsRefused() throws IOException {
        TokenHasher hasher = SecretFiles.open(folder).tokenHasher();
        String hash = hasher.hash("prk_live_x");
        String other = hasher.hash("prk_live_z");

        for (String name : new String[] {"pepper", "master.json"}) {
            assertThat(
                            PosixFilePermissions.toString(
                                    Files.getPosixFilePermissions(folder.resolve(name))))
                    .isEqualTo("rw-------");
        }
        assertThat(hash).hasSize(64).isNotEqualTo(hasher.hash("prk_live_y"));
        TokenHasher reopened = SecretFiles.open(folder).tokenHasher();
        assertThat(reopened.matching("prk_live_x", hash, other)).hasValue(hash);
        assertThat(reopened.matching("prk_live_x", other, hash)).hasValue(hash);
        assertThat(hasher.matching("prk_live_y", hash, hash)).isEmpty();

        Files.writeString(folder.resolve("pepper"), "abcd");
        assertThatThrownBy(() -> SecretFiles.open(folder))
                .isInstanceOf(SecretFiles.UnusableSecretsException.class);
    }

    /** Tink would wrap data keys under it all the same. */
    @ParameterizedTest
    @Verifies("short-secrets")
    @MethodSource("weakerMasters")
    void aMasterKeyThatIsNoAes256GcmKeyIsRefused(KeysetHandle weaker) throws Exception {
        SecretFiles.open(folder);
        Files.writeString(
                folder.resolve("master.json"),
                TinkJsonProtoKeysetFormat.serializeKeyset(
                        weaker, DataKeys.TINK, InsecureSecretKeyAccess.get()));

        assertThatThrownBy(() -> SecretFiles.open(folder))
                .isInstanceOf(SecretFiles.UnusableSecretsException.class)
                .hasMessageContaining("AES-256-GCM");
    }

    static Stream<KeysetHandle> weakerMasters() throws GeneralSecurityException {
        KeysetHandle.Builder.Entry strong =
                KeysetHandle.generateEntryFromParameters(PredefinedAeadParameters.AES256_GCM);
        KeysetHandle.Builder.Entry weak =
                KeysetHandle.generateEntryFromParameters(PredefinedAeadParameters.AES128_GCM);
        return Stream.of(
                KeysetHandle.generateNew(PredefinedAeadParameters.AES128_GCM, DataKeys.TINK),
                KeysetHandle.generateNew(PredefinedAeadParameters.AES128_EAX, DataKeys.TINK),
                KeysetHandle.newBuilder()
                        .addEntry(strong.withRandomId().makePrimary())
                        .addEntry(weak.withRandomId())
                        .build());
    }
}
