package io.postrider.identity.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.platform.settings.Settings;
import io.postrider.platform.settings.Settings.SettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Valid settings of a provider, and the errors of invalid ones. */
class OidcSettingsTest {

    private static final String ISSUER = "POSTRIDER_OIDC_ISSUER";
    private static final String SECRET = "POSTRIDER_OIDC_CLIENT_SECRET";

    @TempDir private Path folder;

    private static OidcSettings read(Map<String, String> more) {
        Map<String, String> all = new HashMap<>();
        all.put(ISSUER, "https://login.example.com/realm");
        all.put("POSTRIDER_OIDC_CLIENT_ID", "postrider");
        all.putAll(more);
        all.values().removeIf(String::isEmpty);
        return OidcSettings.from(Settings.from(all));
    }

    @Test
    void withoutSettingsThereIsNoProvider() {
        assertThat(OidcSettings.from(Settings.from(Map.of())).client()).isEmpty();
    }

    @Test
    void aSecretIsReadFromAFileToo() throws IOException {
        Path file = folder.resolve("secret");
        Files.writeString(file, "planted\n");

        assertThat(read(Map.of(SECRET, "planted")).client().orElseThrow().secret())
                .isEqualTo("planted");
        assertThat(read(Map.of(SECRET + "_FILE", file.toString())).client().orElseThrow().secret())
                .isEqualTo("planted");
        assertThat(read(Map.of()).client().orElseThrow().secret()).isNull();
        assertThat(read(Map.of(SECRET, "planted")).toString()).doesNotContain("planted");
    }

    @Test
    void aMissingOrEmptyFileOrOneBesideASecretIsRejected() throws IOException {
        Path empty = Files.writeString(folder.resolve("empty"), " \n");

        for (String file : new String[] {folder.resolve("none").toString(), empty.toString()}) {
            assertThatThrownBy(() -> read(Map.of(SECRET + "_FILE", file)))
                    .isInstanceOf(SettingException.class)
                    .hasMessageContaining(SECRET + "_FILE");
        }
        assertThatThrownBy(() -> read(Map.of(SECRET, "planted", SECRET + "_FILE", "x")))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("unset, because")
                .hasMessageNotContaining("planted");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://login.example.com",
                "login.example.com",
                "https://user@login.example.com",
                "https://login.example.com?x=1",
                "ftp://login.example.com",
                "https://"
            })
    void anIssuerThatCannotBeTrustedIsRefused(String issuer) {
        assertThatThrownBy(() -> read(Map.of(ISSUER, issuer)))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining(ISSUER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://localhost:9000", "http://127.0.0.1:9000/x", "https://a.example/"})
    void anIssuerIsKeptAsItIsWritten(String issuer) {
        assertThat(read(Map.of(ISSUER, issuer)).client().orElseThrow().issuer()).isEqualTo(issuer);
    }

    @Test
    void halfASettingIsRefused() {
        assertThatThrownBy(() -> read(Map.of("POSTRIDER_OIDC_CLIENT_ID", "")))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("POSTRIDER_OIDC_CLIENT_ID");
        assertThatThrownBy(() -> read(Map.of(ISSUER, "")))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining(ISSUER);
    }
}
