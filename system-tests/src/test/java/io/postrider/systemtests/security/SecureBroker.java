package io.postrider.systemtests.security;

import io.postrider.systemtests.Jvm;
import io.postrider.systemtests.Ports;
import io.postrider.systemtests.security.Certificates.Identity;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.awaitility.Awaitility;

/**
 * A broker in a process of its own whose listeners authenticate clients and whose authorizer allows the user of the product what
 * a test adds. One listener without authentication is for the test.
 */
final class SecureBroker implements AutoCloseable {

    static final String USER = "postrider";
    static final String PASSWORD = "hush";

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final List<Listener> LISTENERS = List.of(Listener.values());

    /** The listeners, each on a port of its own. */
    enum Listener {
        SCRAM("SASL_SSL"),
        MTLS("SSL"),
        OAUTH("SASL_SSL"),
        OTHER_HOST("SASL_SSL"),
        SLOW("SASL_SSL"),
        UNENCRYPTED("SASL_PLAINTEXT"),
        TEST("PLAINTEXT"),
        CONTROLLER("PLAINTEXT");

        private final String protocol;

        Listener(String protocol) {
            this.protocol = protocol;
        }

        private String key(String property) {
            return "listener.name." + name().toLowerCase(Locale.ROOT) + "." + property;
        }
    }

    private final int port = Ports.free(0, 1, 2, 3, 4, 5, 6, 7, 8);
    private final Process process;
    private final Identity server;
    private final Identity client;
    private final Admin admin;

    private SecureBroker(Path folder, TokenIssuer issuer) throws Exception {
        this.server = Certificates.make(folder, "broker", Certificates.HOST);
        this.client = Certificates.make(folder, USER, "dns:client");
        Identity other = Certificates.make(folder, "other", "dns:kafka.example");
        Path file = folder.resolve("server.properties");
        try (Writer text = Files.newBufferedWriter(file)) {
            settings(folder, other, issuer).store(text, null);
        }
        this.process =
                Jvm.of(
                                SecureBrokerMain.class.getName(),
                                "-Xmx256m",
                                List.of(
                                        "-Dorg.apache.kafka.sasl.oauthbearer.allowed.urls="
                                                + issuer.keysUrl()),
                                file.toString(),
                                "SCRAM-SHA-512=[name=%s,password=%s]".formatted(USER, PASSWORD))
                        .redirectOutput(folder.resolve("broker.log").toFile())
                        .start();
        this.admin =
                Admin.create(
                        Map.of(
                                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                                bootstrap(Listener.TEST)));
    }

    /** Starts on a folder, and returns when it answers. */
    static SecureBroker start(Path folder, TokenIssuer issuer) throws Exception {
        SecureBroker broker = new SecureBroker(folder, issuer);
        Awaitility.await().atMost(PATIENCE).until(broker::answers);
        return broker;
    }

    /** The address at which clients reach a listener. */
    String address(Listener listener) {
        return listener == Listener.SLOW ? "127.0.0.1:" + slowPort() : bootstrap(listener);
    }

    private String bootstrap(Listener listener) {
        return "127.0.0.1:" + port(listener);
    }

    /** The port at which clients of {@link Listener#SLOW} are told to reach it. */
    int slowPort() {
        return port + LISTENERS.size();
    }

    int port(Listener listener) {
        return port + LISTENERS.indexOf(listener);
    }

    /** The certificate that clients trust. */
    Path certificate() {
        return server.certificate();
    }

    /** The key of the product for mutual TLS. */
    Path clientKey() {
        return client.key();
    }

    /** A client that may do everything. */
    Admin admin() {
        return admin;
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
        process.destroyForcibly().onExit().orTimeout(30, TimeUnit.SECONDS).join();
    }

    private boolean answers() throws InterruptedException {
        if (!process.isAlive()) {
            throw new IllegalStateException("the broker ended at its start");
        }
        try {
            return !admin.describeCluster().nodes().get(5, TimeUnit.SECONDS).isEmpty();
        } catch (ExecutionException | TimeoutException _) {
            return false;
        }
    }

    private Properties settings(Path folder, Identity other, TokenIssuer issuer)
            throws IOException {
        Map<String, String> all = new TreeMap<>();
        all.put("process.roles", "broker,controller");
        all.put("node.id", "1");
        all.put("controller.quorum.voters", "1@" + bootstrap(Listener.CONTROLLER));
        all.put("controller.listener.names", Listener.CONTROLLER.name());
        all.put("inter.broker.listener.name", Listener.TEST.name());
        all.put("listeners", listeners(listener -> listener + "://" + bootstrap(listener)));
        all.put("advertised.listeners", advertised());
        all.put(
                "listener.security.protocol.map",
                listeners(listener -> listener + ":" + listener.protocol));
        all.put("log.dirs", Files.createDirectory(folder.resolve("log")).toString());
        all.put("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
        all.put("super.users", "User:ANONYMOUS");
        all.put("auto.create.topics.enable", "false");
        all.put("group.initial.rebalance.delay.ms", "0");
        all.put("log.cleaner.dedupe.buffer.size", "8388608");
        for (String topic : List.of("offsets.topic", "transaction.state.log")) {
            all.put(topic + ".replication.factor", "1");
            all.put(topic + ".num.partitions", "4");
        }
        all.put("transaction.state.log.min.isr", "1");
        tls(all, other);
        sasl(all, issuer);
        Properties properties = new Properties();
        properties.putAll(all);
        return properties;
    }

    /** Clients of one listener reach it through another port. */
    private String advertised() {
        return listeners(listener -> listener + "://" + address(listener))
                .replace(",CONTROLLER://" + bootstrap(Listener.CONTROLLER), "");
    }

    private void tls(Map<String, String> all, Identity other) {
        all.put("ssl.keystore.location", server.store().toString());
        all.put("ssl.keystore.password", Certificates.PASSWORD);
        all.put("ssl.key.password", Certificates.PASSWORD);
        all.put("ssl.principal.mapping.rules", "RULE:^CN=(.*)$/$1/");
        all.put(Listener.OTHER_HOST.key("ssl.keystore.location"), other.store().toString());
        all.put(Listener.MTLS.key("ssl.client.auth"), "required");
        all.put(Listener.MTLS.key("ssl.truststore.type"), "PEM");
        all.put(Listener.MTLS.key("ssl.truststore.location"), client.certificate().toString());
    }

    private static void sasl(Map<String, String> all, TokenIssuer issuer) {
        for (Listener listener :
                List.of(Listener.SCRAM, Listener.OTHER_HOST, Listener.SLOW, Listener.UNENCRYPTED)) {
            all.put(listener.key("sasl.enabled.mechanisms"), "SCRAM-SHA-512");
            all.put(
                    listener.key("scram-sha-512.sasl.jaas.config"),
                    "org.apache.kafka.common.security.scram.ScramLoginModule required;");
        }
        String oauth = "org.apache.kafka.common.security.oauthbearer.";
        all.put(Listener.OAUTH.key("sasl.enabled.mechanisms"), "OAUTHBEARER");
        all.put(
                Listener.OAUTH.key("oauthbearer.sasl.jaas.config"),
                oauth + "OAuthBearerLoginModule required;");
        all.put(
                Listener.OAUTH.key("oauthbearer.sasl.server.callback.handler.class"),
                oauth + "OAuthBearerValidatorCallbackHandler");
        all.put("sasl.oauthbearer.jwks.endpoint.url", issuer.keysUrl());
        all.put("sasl.oauthbearer.expected.audience", TokenIssuer.AUDIENCE);
    }

    private String listeners(Function<Listener, String> text) {
        return String.join(",", LISTENERS.stream().map(text).toList());
    }
}
