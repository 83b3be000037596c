package io.postrider.systemtests.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A provider outside of the product, which counts the calls of each message and tells that it was delivered. */
final class GraphServer implements AutoCloseable {

    static final String APP_SECRET = "app-secret-of-a-trial";

    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration AGAIN = Duration.ofMillis(500);
    private static final int TRIES = 400;

    private final RecordingReceiver receiver = RecordingReceiver.start();
    private final ExecutorService callbacks = Executors.newFixedThreadPool(4);
    private final HttpClient client = HttpClient.newHttpClient();
    private final Map<String, Integer> calls = new ConcurrentHashMap<>();
    private volatile URI callback = URI.create("http://localhost/");

    private GraphServer() {}

    static GraphServer start() {
        GraphServer server = new GraphServer();
        server.receiver.answerBy(server::answer);
        return server;
    }

    String url() {
        String url = receiver.url("");
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    /** Says where it calls back: the path of an address, at a port of this machine. */
    void callsBack(String address, int port) {
        callback = URI.create("http://127.0.0.1:" + port + URI.create(address).getPath());
    }

    /** How often it was called for each message. */
    Map<String, Integer> calls() {
        return calls;
    }

    private StubResponse answer(ReceivedRequest request) {
        if (request.method().equals("GET")) {
            return json("{\"id\":\"1\",\"display_phone_number\":\"+1\"}");
        }
        JsonNode message = JSON.readTree(request.text());
        String id = message.path("biz_opaque_callback_data").asString("");
        calls.merge(id, 1, Integer::sum);
        var _ = callbacks.submit(() -> callBack(id));
        return json("{\"messages\":[{\"id\":\"wamid." + id + "\"}]}");
    }

    private static StubResponse json(String body) {
        return StubResponse.status(200, Map.of("Content-Type", "application/json"), body);
    }

    /** Until the call is taken, as WhatsApp does. */
    private Object callBack(String id) throws InterruptedException, GeneralSecurityException {
        byte[] body =
                "{\"entry\":[{\"changes\":[{\"field\":\"messages\",\"value\":{\"statuses\":[{\"id\":\"wamid.%s\",\"status\":\"delivered\",\"timestamp\":\"1793000000\",\"biz_opaque_callback_data\":\"%s\"}]}}]}]}"
                        .formatted(id, id)
                        .getBytes(UTF_8);
        HttpRequest request =
                HttpRequest.newBuilder(callback)
                        .timeout(Duration.ofSeconds(20))
                        .header("Content-Type", "application/json")
                        .header("X-Hub-Signature-256", "sha256=" + signature(body))
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                        .build();
        for (int i = 0; i < TRIES && !isTaken(request); i++) {
            Thread.sleep(AGAIN);
        }
        return id;
    }

    private boolean isTaken(HttpRequest request) throws InterruptedException {
        try {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private static String signature(byte[] body) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(APP_SECRET.getBytes(UTF_8), "HmacSHA256"));
        return HexFormat.of().formatHex(mac.doFinal(body));
    }

    @Override
    public void close() {
        callbacks.shutdownNow();
        receiver.close();
    }
}
