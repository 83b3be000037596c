package io.postrider.identity.oidc;

import io.postrider.platform.settings.HttpUrl;
import io.postrider.platform.settings.Settings;
import io.postrider.platform.settings.Settings.SettingException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of sign-in by OpenID Connect.
 *
 * @param client registration at the provider; empty if there is none
 */
public record OidcSettings(Optional<Client> client) {

    private static final String ISSUER = "POSTRIDER_OIDC_ISSUER";
    private static final String CLIENT_ID = "POSTRIDER_OIDC_CLIENT_ID";
    private static final String SECRET = "POSTRIDER_OIDC_CLIENT_SECRET";
    private static final String SECRET_FILE = "POSTRIDER_OIDC_CLIENT_SECRET_FILE";
    private static final String NAME = "POSTRIDER_OIDC_NAME";
    private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");

    /**
     * The settings as the operator writes them.
     *
     * @param oidcIssuer the issuer of an OpenID Connect provider, exactly as the provider states it
     * @param oidcClientId the client ID of this service at the provider
     * @param oidcClientSecret the client secret
     * @param oidcClientSecretFile a file with the client secret, instead of the previous setting
     * @param oidcName the label of the sign-in button
     */
    @ConfigurationProperties("postrider")
    record Written(
            @Nullable String oidcIssuer,
            @Nullable String oidcClientId,
            @Nullable String oidcClientSecret,
            @Nullable String oidcClientSecretFile,
            @DefaultValue("OpenID Connect") String oidcName) {

        @Override
        public String toString() {
            return "OpenID Connect at " + oidcIssuer;
        }
    }

    /**
     * The registration of this service at a provider.
     *
     * @param issuer issuer as the provider writes it
     * @param secret client secret; null for a public client, which uses PKCE only
     * @param name name on the button
     */
    public record Client(String issuer, String id, @Nullable String secret, String name) {

        @Override
        public String toString() {
            return "Client[" + id + " of " + issuer + "]";
        }
    }

    /**
     * Reads the settings; the first sign-in shows whether the provider is reachable.
     *
     * @throws SettingException for the first setting that cannot be used
     */
    public static OidcSettings from(Settings settings) {
        Optional<String> issuer = settings.text(ISSUER);
        for (String other : List.of(CLIENT_ID, SECRET, SECRET_FILE, NAME)) {
            if (issuer.isEmpty() && settings.text(other).isPresent()) {
                throw new SettingException(ISSUER, "", "the issuer, where " + other + " is set");
            }
        }
        return new OidcSettings(issuer.map(text -> client(settings, checkedIssuer(text))));
    }

    private static Client client(Settings settings, String issuer) {
        String id =
                settings.text(CLIENT_ID)
                        .orElseThrow(() ->
                                new SettingException(
                                        CLIENT_ID,
                                        "",
                                        "the client ID of this service at the provider"));
        return new Client(
                issuer,
                id,
                settings.secret(SECRET).orElse(null),
                settings.bind(Written.class).oidcName());
    }

    /** Without TLS, an attacker on the network could sign in as any user. */
    private static String checkedIssuer(String text) {
        boolean safe =
                HttpUrl.parseBase(text)
                        .filter(url ->
                                "https".equals(url.getScheme()) || LOOPBACK.contains(url.getHost()))
                        .isPresent();
        if (safe) {
            return text;
        }
        throw new SettingException(ISSUER, text, "https://host[/path]");
    }
}
