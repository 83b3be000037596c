package io.postrider.standalone.listen;

import io.postrider.outbound.egress.WebhookSecret;
import io.postrider.platform.settings.HttpUrl;
import io.postrider.schemas.json.Json;
import io.postrider.standalone.CommandException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The options of the command.
 *
 * @param forward the URL that receives the events; empty if they are printed
 * @param types the event types or groups, separated by commas; empty for all that the key may read
 * @param server the address of Postrider, without a slash at the end
 * @param key the API key that reads the events
 * @param secret signs the forwarded requests
 */
record ListenOptions(
        Optional<URI> forward, String types, String server, String key, WebhookSecret secret) {

    static final String HELP =
            """
            Usage: ./postrider listen [OPTION]...

            Prints new events as webhooks receive them, one JSON object in each line, or forwards them to a URL on this
            machine. Forwarded requests are signed like deliveries of webhooks.

              --forward URL    receives each event in a POST request
              --events TYPES   only these event types or groups, separated by commas: link.clicked,message.*
              --server URL     address of Postrider; default: base_url in first-run.json of the data folder
              --secret SECRET  secret that signs forwarded requests: whsec_…; default: a new one, which is printed

            The environment variable POSTRIDER_API_KEY holds the API key; it needs the scope events:read and the read
            scopes of the resources. Without it, the first key in first-run.json of the data folder is used.
            """;

    /** What a header can contain. */
    private static final Pattern KEY = Pattern.compile("[!-~]+");

    private static final Set<String> KNOWN =
            Set.of("--forward", "--events", "--server", "--secret");

    /**
     * Reads the options.
     *
     * @param environment has {@code POSTRIDER_API_KEY} and {@code POSTRIDER_DATA_DIR}
     * @throws CommandException if one is unknown, missing or invalid
     */
    static ListenOptions of(String[] arguments, Map<String, String> environment) {
        Map<String, String> given = given(arguments);
        Optional<URI> forward = Optional.ofNullable(given.get("--forward")).map(ListenOptions::url);
        if (forward.isEmpty() && given.containsKey("--secret")) {
            throw CommandException.usage("--secret requires --forward");
        }
        JsonNode first = firstRun(environment);
        String server = value(given.get("--server"), first, "base_url", "--server is missing");
        String key =
                value(
                        environment.get("POSTRIDER_API_KEY"),
                        first,
                        "api_key",
                        "POSTRIDER_API_KEY is not set");
        if (!KEY.matcher(key).matches()) {
            throw CommandException.usage(
                    "POSTRIDER_API_KEY has a character that is in no API key, such as a space");
        }
        if (HttpUrl.parseBase(server).isEmpty()) {
            throw CommandException.usage(
                    "--server is '%s'; it must be an http or https URL without a query"
                            .formatted(server));
        }
        return new ListenOptions(
                forward,
                given.getOrDefault("--events", ""),
                server.replaceFirst("/+$", ""),
                key,
                secret(given.get("--secret")));
    }

    private static Map<String, String> given(String[] arguments) {
        Map<String, String> given = new HashMap<>();
        Iterator<String> rest = Arrays.asList(arguments).iterator();
        while (rest.hasNext()) {
            String name = rest.next();
            if (!KNOWN.contains(name)) {
                throw CommandException.usage("unknown option: " + name);
            }
            if (!rest.hasNext()) {
                throw CommandException.usage(name + " requires a value");
            }
            given.put(name, rest.next());
        }
        return given;
    }

    private static URI url(String forward) {
        return HttpUrl.parse(forward)
                .orElseThrow(() ->
                        CommandException.usage(
                                "--forward is '" + forward + "'; it must be an http or https URL"));
    }

    private static WebhookSecret secret(@Nullable String given) {
        if (given == null) {
            return WebhookSecret.generate(new SecureRandom());
        }
        return WebhookSecret.parse(given)
                .orElseThrow(() ->
                        CommandException.usage(
                                "--secret must be whsec_ and the base64 of 24 to 64 bytes"));
    }

    private static String value(
            @Nullable String given, JsonNode first, String member, String missing) {
        return Optional.ofNullable(given)
                .filter(text -> !text.isBlank())
                .or(() -> Optional.ofNullable(first.path(member).stringValue(null)))
                .orElseThrow(() ->
                        CommandException.usage(
                                missing + ", and the data folder has no first-run.json"));
    }

    private static JsonNode firstRun(Map<String, String> environment) {
        String folder = environment.getOrDefault("POSTRIDER_DATA_DIR", "");
        Path file = Path.of(folder.isBlank() ? "data" : folder, "first-run.json");
        try {
            return Files.exists(file)
                    ? Json.mapper().readTree(Files.readAllBytes(file))
                    : Json.object();
        } catch (JacksonException e) {
            throw CommandException.failed(file + " cannot be read: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw CommandException.failed(file + " cannot be read: " + e.getMessage());
        }
    }
}
