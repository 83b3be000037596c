package io.postrider.platform.kafka;

import io.postrider.schemas.NamePrefix;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.IllegalSaslStateException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.UnsupportedSaslMechanismException;

/** Turns the exceptions of a client that the cluster rejects into one line that names the setting and the brokers. */
final class Rejections {

    private static final String PERMISSIONS = "docs/kafka.md lists the required permissions";

    /** Parts of the messages of TLS, and the property that each concerns. */
    private static final Map<String, String> OF_TLS =
            Map.of(
                    "No subject alternative",
                    SslConfigs.SSL_ENDPOINT_IDENTIFICATION_ALGORITHM_CONFIG,
                    "No name matching",
                    SslConfigs.SSL_ENDPOINT_IDENTIFICATION_ALGORITHM_CONFIG,
                    "PKIX path",
                    SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG,
                    "unable to find valid certification path",
                    SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG,
                    "Unsupported or unrecognized SSL message",
                    CommonClientConfigs.SECURITY_PROTOCOL_CONFIG);

    private static final Pattern QUOTED = Pattern.compile("'([^']+)'");

    private final KafkaSettings settings;

    Rejections(KafkaSettings settings) {
        this.settings = settings;
    }

    /** No client could be made of the properties. */
    LogRejectedException noClient(KafkaException failure) {
        Throwable root = root(failure);
        String reason = String.valueOf(root.getMessage()).lines().findFirst().orElse("");
        String chain = chain(failure);
        String property =
                chain.contains("LoginException") || chain.contains("JAAS")
                        ? SaslConfigs.SASL_JAAS_CONFIG
                        : named(chain);
        return new LogRejectedException(
                "No client for Kafka at %s: %s (%s: %s)"
                        .formatted(
                                settings.bootstrapServers(),
                                shown(property),
                                root.getClass().getSimpleName(),
                                withoutSecrets(reason)),
                failure);
    }

    /** Kafka quotes what it does not understand of a login. */
    private String withoutSecrets(String message) {
        return QUOTED.matcher(message)
                .replaceAll(quoted ->
                        isSecret(quoted.group(1))
                                ? "'…'"
                                : Matcher.quoteReplacement(quoted.group()));
    }

    private boolean isSecret(String text) {
        return settings.client().values().values().stream()
                .anyMatch(value -> value instanceof Password all && all.value().contains(text));
    }

    /** No login module of the process has the mechanism, which a client would try without an end. */
    LogRejectedException noMechanism(String mechanism) {
        String line =
                "%s (the login module of %s has no mechanism %s)"
                        .formatted(
                                shown(SaslConfigs.SASL_MECHANISM),
                                SaslConfigs.SASL_JAAS_CONFIG,
                                mechanism);
        return new LogRejectedException(
                "No client for Kafka at %s: %s".formatted(settings.bootstrapServers(), line),
                new AuthenticationException(line));
    }

    /** The property whose value the messages contain. */
    private String named(String messages) {
        return settings.client().values().entrySet().stream()
                .filter(entry -> entry.getKey().matches("(ssl|sasl)\\..*"))
                .filter(entry ->
                        entry.getValue() instanceof String text
                                && text.length() > 3
                                && messages.contains(text))
                .map(Map.Entry::getKey)
                .min(Comparator.naturalOrder())
                .orElse("the properties");
    }

    /** The cluster rejected a request. */
    LogRejectedException rejected(KafkaException failure) {
        String line =
                switch (failure) {
                    case AuthenticationException e -> authentication(e);
                    case AuthorizationException e ->
                            "denies %s (%s); %s".formatted(resource(e), reason(e), PERMISSIONS);
                    default -> "rejects a request: " + reason(failure);
                };
        return new LogRejectedException(
                "Kafka at %s %s".formatted(settings.bootstrapServers(), line), failure);
    }

    /** The cluster did not answer; a message that names brokers is kept. */
    LogUnreachableException unreachable(LogUnreachableException failure) {
        String message = String.valueOf(failure.getMessage());
        return message.startsWith("Kafka at ")
                ? failure
                : new LogUnreachableException(
                        "Kafka at %s: %s".formatted(settings.bootstrapServers(), message), failure);
    }

    /** A listener uses another security protocol than the clients. */
    LogRejectedException otherProtocol(ListenerProtocol client, ListenerProtocol listener) {
        String line =
                "uses %s and not %s: %s"
                        .formatted(
                                listener,
                                client,
                                shown(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG));
        return new LogRejectedException(
                "Kafka at %s %s".formatted(settings.bootstrapServers(), line),
                new AuthenticationException(line));
    }

    /** Another service listens at a bootstrap server. */
    static LogRejectedException notKafka(String server) {
        String line =
                "%s is not a Kafka broker, as its answer shows; check the bootstrap servers"
                        .formatted(server);
        return new LogRejectedException(line, new AuthenticationException(line));
    }

    /**
     * Permissions are missing that the work would need.
     *
     * @param missing operations with their resources
     */
    LogRejectedException denied(List<String> missing) {
        String line = missing.stream().collect(Collectors.joining(", "));
        return new LogRejectedException(
                "Kafka at %s denies %s; %s"
                        .formatted(settings.bootstrapServers(), line, PERMISSIONS),
                new AuthorizationException(line));
    }

    private String authentication(AuthenticationException failure) {
        String property =
                switch (failure) {
                    case UnsupportedSaslMechanismException _ -> SaslConfigs.SASL_MECHANISM;
                    case IllegalSaslStateException _ ->
                            CommonClientConfigs.SECURITY_PROTOCOL_CONFIG;
                    case SslAuthenticationException e -> ofTls(chain(e));
                    default -> SaslConfigs.SASL_JAAS_CONFIG;
                };
        String verb =
                failure instanceof SslAuthenticationException
                        ? "cannot be connected to with TLS"
                        : "rejects the authentication";
        return "%s: %s (%s)".formatted(verb, shown(property), reason(failure));
    }

    private static String ofTls(String messages) {
        return OF_TLS.entrySet().stream()
                .filter(entry -> messages.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                // The broker's alert about a certificate that is missing or that it does not trust.
                .orElse(SslConfigs.SSL_KEYSTORE_LOCATION_CONFIG);
    }

    private static String shown(String property) {
        return "check %s in %s, %s%s"
                .formatted(
                        property,
                        ClientPropertiesReader.FILE,
                        SpringKafkaProperties.PREFIX,
                        ClientPropertiesReader.variable(property)
                                .map(name -> " or " + name)
                                .orElse(""));
    }

    private static String resource(AuthorizationException failure) {
        return switch (failure) {
            case TopicAuthorizationException e when !e.unauthorizedTopics().isEmpty() ->
                    "topic " + String.join(", ", e.unauthorizedTopics());
            case TopicAuthorizationException _ -> "topic " + NamePrefix.of("postrider*");
            case GroupAuthorizationException e ->
                    "READ on group "
                            + Objects.requireNonNullElse(e.groupId(), NamePrefix.of("postrider-*"));
            case TransactionalIdAuthorizationException _ ->
                    "WRITE on transactional ID " + NamePrefix.of("postrider-*");
            default -> "an operation";
        };
    }

    private static String reason(KafkaException failure) {
        Throwable root = root(failure);
        return Optional.ofNullable(root.getMessage())
                .flatMap(text -> text.lines().findFirst())
                .orElse(root.getClass().getSimpleName());
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        for (Throwable cause = root.getCause(); cause != null; cause = root.getCause()) {
            root = cause;
        }
        return root;
    }

    private static String chain(Throwable failure) {
        StringBuilder all = new StringBuilder();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            all.append(cause).append('\n');
        }
        return all.toString();
    }
}
