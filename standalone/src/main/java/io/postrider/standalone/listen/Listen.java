package io.postrider.standalone.listen;

import io.postrider.outbound.egress.WebhookSecret;
import io.postrider.schemas.catalogue.EventJson;
import io.postrider.standalone.CommandException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** The command {@code ./postrider listen}. */
public final class Listen {

    private static final Duration CONNECT_MAX = Duration.ofSeconds(10);

    private final Map<String, String> environment;
    private final PrintStream out;
    private final PrintStream errors;

    /**
     * A command.
     *
     * @param environment has the key and the data folder
     */
    public Listen(Map<String, String> environment, PrintStream out, PrintStream errors) {
        this.environment = environment;
        this.out = out;
        this.errors = errors;
    }

    /** Prints or forwards events until the process is stopped. */
    public static void main(String[] arguments) {
        System.exit(new Listen(System.getenv(), System.out, System.err).run(arguments));
    }

    /** Prints or forwards events until the thread is interrupted; the exit code. */
    public int run(String... arguments) {
        if (Arrays.asList(arguments).contains("--help")) {
            out.print(ListenOptions.HELP);
            return 0;
        }
        try {
            listen(ListenOptions.of(arguments, environment));
            return 0;
        } catch (CommandException e) {
            errors.println("postrider: " + e.getMessage());
            if (e.isUsage()) {
                errors.println("./postrider listen --help lists the options");
            }
            return e.exitCode();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    private void listen(ListenOptions options) throws InterruptedException {
        HttpClient client =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(CONNECT_MAX)
                        .build();
        try {
            new EventStream(client, options, errors::println)
                    .read(
                            () -> errors.println("listening to " + options.server()),
                            options.forward()
                                    .map(url -> forwarding(client, url, options.secret()))
                                    .orElse(this::print));
        } finally {
            // A close would wait for a receiver that never ends its response.
            client.shutdownNow();
        }
    }

    private EventStream.Receiver forwarding(HttpClient client, URI url, WebhookSecret secret) {
        out.println("secret   " + secret.reveal());
        out.println("forward  " + url);
        Forwarder forwarder = new Forwarder(client, url, secret);
        return event -> out.println(forwarder.forward(event));
    }

    private void print(ObjectNode event) {
        out.println(event.retain(EventJson.DELIVERED));
    }
}
