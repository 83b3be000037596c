package io.postrider.platform.kafka;

import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.types.Password;

/** The security settings of a Kafka client: its credentials and the trusted brokers; its text omits the values. */
public final class ClientSecurity {

    /** For brokers that take any client. */
    public static final ClientSecurity NONE = new ClientSecurity(Map.of());

    /** The mechanism by which a user proves possession of a password without sending it. */
    public static final String SCRAM = "SCRAM-SHA-256";

    private static final String SCRAM_MODULE =
            "org.apache.kafka.common.security.scram.ScramLoginModule";

    private final Map<String, Object> settings;

    private ClientSecurity(Map<String, Object> settings) {
        this.settings = Map.copyOf(settings);
    }

    /**
     * A user with a password, over connections that are not encrypted.
     *
     * @param user of letters and digits, as is the password
     */
    public static ClientSecurity scram(String user, String password) {
        return new ClientSecurity(
                Map.of(
                        CommonClientConfigs.SECURITY_PROTOCOL_CONFIG,
                        "SASL_PLAINTEXT",
                        SaslConfigs.SASL_MECHANISM,
                        SCRAM,
                        SaslConfigs.SASL_JAAS_CONFIG,
                        new Password(jaas(user, password))));
    }

    /** The user as Kafka's configuration of logins has it. */
    public static String jaas(String user, String password) {
        return "%s required username=\"%s\" password=\"%s\";"
                .formatted(SCRAM_MODULE, user, password);
    }

    /** The settings, secrets among them in a form that no log shows. */
    public Map<String, Object> settings() {
        return settings;
    }

    /** The settings for a file of properties that stock clients read: with secrets in plain text. */
    public Properties plain() {
        Properties all = new Properties();
        settings.forEach((name, value) ->
                all.setProperty(
                        name,
                        value instanceof Password secret ? secret.value() : value.toString()));
        return all;
    }

    @Override
    public String toString() {
        return "ClientSecurity" + new TreeSet<>(settings.keySet());
    }
}
