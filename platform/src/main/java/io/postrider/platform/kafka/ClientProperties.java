package io.postrider.platform.kafka;

import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.security.auth.SecurityProtocol;

/**
 * The properties that every Kafka client has from the installation: its credentials, the trusted brokers, timeouts. The text of
 * this class omits the values.
 */
public final class ClientProperties {

    /** For brokers that take any client. */
    public static final ClientProperties NONE = new ClientProperties(Map.of());

    /** The mechanism by which a user proves possession of a password without sending it. */
    public static final String SCRAM = "SCRAM-SHA-256";

    private static final String PLAIN_MODULE =
            "org.apache.kafka.common.security.plain.PlainLoginModule";
    private static final String SCRAM_MODULE =
            "org.apache.kafka.common.security.scram.ScramLoginModule";

    private final Map<String, Object> values;

    private ClientProperties(Map<String, Object> values) {
        this.values = Map.copyOf(values);
    }

    /**
     * Properties in Kafka's own names.
     *
     * @param values secrets among them as {@link Password}
     */
    public static ClientProperties of(Map<String, Object> values) {
        return new ClientProperties(values);
    }

    /** A user with a password, over connections that are not encrypted. */
    public static ClientProperties scram(String user, String password) {
        return new ClientProperties(
                Map.of(
                        CommonClientConfigs.SECURITY_PROTOCOL_CONFIG,
                        "SASL_PLAINTEXT",
                        SaslConfigs.SASL_MECHANISM,
                        SCRAM,
                        SaslConfigs.SASL_JAAS_CONFIG,
                        new Password(jaas(SCRAM, user, password))));
    }

    /**
     * The user as Kafka's configuration of logins has it.
     *
     * @param mechanism {@code PLAIN} or one of SCRAM
     */
    public static String jaas(String mechanism, String user, String password) {
        return "%s required username=\"%s\" password=\"%s\";"
                .formatted(
                        mechanism.equals("PLAIN") ? PLAIN_MODULE : SCRAM_MODULE,
                        escaped(user),
                        escaped(password));
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    /** Whether connections begin with TLS or an authentication. */
    boolean authenticates() {
        Object protocol = values.get(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG);
        return protocol != null
                && !protocol.toString().equalsIgnoreCase(SecurityProtocol.PLAINTEXT.name);
    }

    /** The mechanism of SASL, if there is one. */
    String mechanism() {
        return values.getOrDefault(SaslConfigs.SASL_MECHANISM, SaslConfigs.DEFAULT_SASL_MECHANISM)
                .toString();
    }

    /** The properties, secrets among them in a form that no log shows. */
    public Map<String, Object> values() {
        return values;
    }

    /** The properties for a file that stock clients read: with secrets in plain text. */
    public Properties plain() {
        Properties all = new Properties();
        values.forEach((name, value) ->
                all.setProperty(
                        name,
                        value instanceof Password secret ? secret.value() : value.toString()));
        return all;
    }

    @Override
    public String toString() {
        return "ClientProperties" + new TreeSet<>(values.keySet());
    }
}
