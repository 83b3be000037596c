package io.postrider.platform.kafka;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.security.auth.login.AppConfigurationEntry;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SecurityConfig;
import org.apache.kafka.common.security.JaasContext;
import org.apache.kafka.common.security.plain.PlainLoginModule;
import org.apache.kafka.common.security.scram.ScramLoginModule;

/** Checks the properties of logins that Kafka's clients read with each connection, or pass over with a stack trace in the log. */
final class LoginProperties {

    private static final Set<String> WITH_PASSWORD =
            Set.of(PlainLoginModule.class.getName(), ScramLoginModule.class.getName());

    private LoginProperties() {}

    /**
     * Requires that the classes exist, and that a login with a password has one.
     *
     * @throws ConfigException if not; it shows no value of a secret
     */
    static void require(AdminClientConfig read) {
        String providers = read.getString(SecurityConfig.SECURITY_PROVIDERS_CONFIG);
        if (providers != null) {
            List.of(providers.split(",", -1)).forEach(LoginProperties::requireClass);
        }
        if (isLogin(read)) {
            logins(read).forEach(LoginProperties::requireOptions);
        }
    }

    /** Whether the login is a property, and no class of the operator supplies the password. */
    private static boolean isLogin(AdminClientConfig read) {
        String protocol = read.getString(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG);
        return protocol.toUpperCase(Locale.ROOT).startsWith("SASL_")
                && read.getPassword(SaslConfigs.SASL_JAAS_CONFIG) != null
                && read.getClass(SaslConfigs.SASL_CLIENT_CALLBACK_HANDLER_CLASS) == null;
    }

    private static void requireClass(String name) {
        try {
            var _ = Class.forName(name.strip());
        } catch (ClassNotFoundException e) {
            throw new ConfigException(
                    SecurityConfig.SECURITY_PROVIDERS_CONFIG, name, "no such class");
        }
    }

    private static List<AppConfigurationEntry> logins(AdminClientConfig read) {
        try {
            return JaasContext.loadClientContext(read.values()).configurationEntries();
        } catch (KafkaException | IllegalArgumentException e) {
            // The client that is created next says why.
            return List.of();
        }
    }

    private static void requireOptions(AppConfigurationEntry login) {
        if (WITH_PASSWORD.contains(login.getLoginModuleName())) {
            Map<String, ?> options = login.getOptions();
            for (String option : List.of("username", "password")) {
                if (!options.containsKey(option)) {
                    throw new ConfigException(SaslConfigs.SASL_JAAS_CONFIG + " has no " + option);
                }
            }
        }
    }
}
