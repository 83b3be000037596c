package io.postrider.platform.registry;

import io.postrider.platform.settings.HttpUrl;
import io.postrider.platform.settings.Settings;
import io.postrider.platform.settings.Settings.SettingException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The access to a schema registry; its text omits the password.
 *
 * @param url address of Confluent's REST interface, without a trailing slash
 * @param authorization value of the header {@code Authorization}; empty for none
 * @param tls context with the trusted certificates; empty for those of the JVM
 */
public record RegistrySettings(
        String url, Optional<String> authorization, Optional<SSLContext> tls) {

    static final String URL = "POSTRIDER_SCHEMA_REGISTRY";
    static final String USERNAME = "POSTRIDER_SCHEMA_REGISTRY_USERNAME";
    static final String PASSWORD = "POSTRIDER_SCHEMA_REGISTRY_PASSWORD";
    static final String TRUSTED = "POSTRIDER_SCHEMA_REGISTRY_TRUSTSTORE";

    /**
     * The names and meanings of the settings, for the metadata; they are read by their variables.
     *
     * @param schemaRegistry a schema registry with the REST interface of Confluent
     * @param schemaRegistryUsername the user for basic authentication at the registry
     * @param schemaRegistryPassword the password
     * @param schemaRegistryPasswordFile a file with the password, instead of the previous setting
     * @param schemaRegistryTruststore a PEM file of the certificates that are trusted for the registry
     */
    @ConfigurationProperties("postrider")
    record Written(
            @Nullable String schemaRegistry,
            @Nullable String schemaRegistryUsername,
            @Nullable String schemaRegistryPassword,
            @Nullable String schemaRegistryPasswordFile,
            @Nullable String schemaRegistryTruststore) {}

    /**
     * Reads them; empty without a registry.
     *
     * @throws SettingException for the first setting that cannot be used
     */
    public static Optional<RegistrySettings> from(Settings settings) {
        return settings.text(URL)
                .map(text ->
                        new RegistrySettings(
                                checked(text),
                                authorization(settings),
                                settings.text(TRUSTED).map(RegistrySettings::trusting)));
    }

    private static String checked(String text) {
        if (HttpUrl.parseBase(text).isEmpty()) {
            throw new SettingException(URL, text, "http(s)://host[:port][/path]");
        }
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }

    private static Optional<String> authorization(Settings settings) {
        Optional<String> user = settings.text(USERNAME);
        Optional<String> password = settings.secret(PASSWORD);
        if (user.isPresent() != password.isPresent()) {
            throw new SettingException(
                    user.isEmpty() ? USERNAME : PASSWORD,
                    "missing",
                    "both of " + USERNAME + " and " + PASSWORD);
        }
        return user.map(name -> {
            byte[] both = (name + ":" + password.orElse("")).getBytes(StandardCharsets.UTF_8);
            return "Basic " + Base64.getEncoder().encodeToString(both);
        });
    }

    private static SSLContext trusting(String file) {
        try (InputStream pem = Files.newInputStream(Path.of(file))) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                store.setCertificateEntry(Integer.toString(store.size()), certificate);
            }
            TrustManagerFactory trust =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException | InvalidPathException e) {
            throw new SettingException(TRUSTED, file, "a PEM file of certificates");
        }
    }

    @Override
    public String toString() {
        return "RegistrySettings[" + url + "]";
    }
}
