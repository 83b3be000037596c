package io.postrider.standalone.listen;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.schemas.json.Json;
import io.postrider.standalone.CommandException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The new events of a workspace in order, over any number of connections: each continues after the last event. */
final class EventStream {

    private static final Duration CONNECT_MAX = Duration.ofSeconds(30);

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final HttpClient client;
    private final ListenOptions options;
    private final Consumer<String> notes;

    /** The ID of the last event; empty before the first one, null while that is not known. */
    private @Nullable String last;

    /** Whether the last attempt to connect succeeded, as the first one is expected to. */
    private boolean connected = true;

    /** Processes an event, in the order of the events. */
    interface Receiver {
        void receive(ObjectNode event) throws InterruptedException;
    }

    /**
     * A stream.
     *
     * @param notes accepts a line about each lost connection
     */
    EventStream(HttpClient client, ListenOptions options, Consumer<String> notes) {
        this.client = client;
        this.options = options;
        this.notes = notes;
    }

    /**
     * Reads the events that follow the newest one, until the thread is interrupted.
     *
     * @param ready runs once the newest event is known
     * @throws CommandException if the server refuses the key or the event types
     */
    void read(Runnable ready, Receiver receiver) throws InterruptedException {
        while (true) {
            try {
                if (last == null) {
                    last = newest();
                    ready.run();
                }
                read(last, receiver);
                lost("the server closed the stream");
            } catch (IOException e) {
                lost(e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
            }
            Thread.sleep(PAUSE);
        }
    }

    private void lost(String reason) {
        if (connected) {
            notes.accept("no stream (" + reason + "); connecting again");
        }
        connected = false;
    }

    /** The ID of the newest event that the key may read; empty if there is none. */
    private String newest() throws IOException, InterruptedException {
        HttpRequest request = request("?limit=1").timeout(CONNECT_MAX).build();
        try (InputStream body = accepted(client.send(request, BodyHandlers.ofInputStream()))) {
            return Json.mapper().readTree(body).at("/data/0/id").asString("");
        } catch (JacksonException e) {
            throw new IOException("the response was incomplete", e);
        }
    }

    /** Reads one connection to its end. */
    private void read(String after, Receiver receiver) throws IOException, InterruptedException {
        String query = "?format=sse&after=" + after;
        if (!options.types().isEmpty()) {
            query += "&types=" + URLEncoder.encode(options.types(), UTF_8);
        }
        HttpResponse<InputStream> response =
                client.send(request(query).build(), BodyHandlers.ofInputStream());
        try (InputStream body = accepted(response);
                SilenceWatch silence = new SilenceWatch(body);
                BufferedReader lines = new BufferedReader(new InputStreamReader(body, UTF_8))) {
            if (!connected) {
                notes.accept("connected");
                connected = true;
            }
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                // The server writes the data of an event in one line.
                if (line.startsWith("data:")) {
                    ObjectNode event = event(line.substring("data:".length()));
                    String id = event.path("id").asString("");
                    receiver.receive(event);
                    last = id;
                }
                silence.reset();
            }
        }
    }

    /** A connection that breaks can leave the beginning of a line. */
    private static ObjectNode event(String text) throws IOException {
        try {
            return Json.mapper().readValue(text, ObjectNode.class);
        } catch (JacksonException e) {
            throw new IOException("the response was incomplete", e);
        }
    }

    private HttpRequest.Builder request(String query) {
        return HttpRequest.newBuilder(URI.create(options.server() + "/api/v1/events" + query))
                .header("Authorization", "Bearer " + options.key());
    }

    private static InputStream accepted(HttpResponse<InputStream> response) throws IOException {
        int status = response.statusCode();
        if (status == 200) {
            return response.body();
        }
        String problem = problem(response);
        // A full server takes the next connection.
        if (status >= 500 || status == 429) {
            throw new IOException(problem);
        }
        throw CommandException.failed(problem);
    }

    private static String problem(HttpResponse<InputStream> response) throws IOException {
        try (InputStream body = response.body()) {
            JsonNode problem = Json.mapper().readTree(body);
            return problem.path("detail").asString("the server responded " + response.statusCode());
        } catch (JacksonException _) {
            return "the server responded " + response.statusCode();
        }
    }
}
