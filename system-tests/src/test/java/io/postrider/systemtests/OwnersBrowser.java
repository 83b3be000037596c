package io.postrider.systemtests;

import java.io.IOException;
import java.net.http.HttpResponse;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The browser of a signed-in user: it sends the cookie and the CSRF token. */
public final class OwnersBrowser {

    private static final JsonMapper JSON = new JsonMapper();

    private final Sender sender;
    private final String cookie;
    private final JsonNode session;
    private final String workspace;

    /** Sends requests without a key. */
    @FunctionalInterface
    interface Sender {

        /** The response to a request; headers are pairs of names and values. */
        HttpResponse<String> send(String method, String path, String body, String... headers)
                throws IOException, InterruptedException;
    }

    private OwnersBrowser(Sender sender, String cookie, JsonNode session, String workspace) {
        this.sender = sender;
        this.cookie = cookie;
        this.session = session;
        this.workspace = workspace;
    }

    static OwnersBrowser signIn(Sender sender, String email, String password)
            throws IOException, InterruptedException {
        String body =
                JSON.createObjectNode().put("email", email).put("password", password).toString();
        HttpResponse<String> response = sender.send("POST", "/api/v1/session", body);
        if (response.statusCode() != 200) {
            throw new IllegalStateException(response.statusCode() + " " + response.body());
        }
        String header = response.headers().firstValue("set-cookie").orElseThrow();
        JsonNode session = JSON.readTree(response.body());
        return new OwnersBrowser(
                sender,
                header.substring(0, header.indexOf(';')),
                session,
                session.path("workspaces").path(0).path("id").asString());
    }

    /** The same browser in another workspace. */
    public OwnersBrowser in(String other) {
        return new OwnersBrowser(sender, cookie, session, other);
    }

    /** The response to the sign-in. */
    public JsonNode session() {
        return session;
    }

    /** Sends a request from a page; the workspace is the user's first one unless another was chosen. */
    public HttpResponse<String> send(String method, String path, String body)
            throws IOException, InterruptedException {
        return sender.send(
                method,
                path,
                body,
                "Cookie",
                cookie,
                "X-CSRF-Token",
                session.path("csrf_token").asString(),
                "Sec-Fetch-Site",
                "same-origin",
                "Workspace",
                workspace);
    }

    /** Makes a workspace of this user; the secret of a key there, which no rate limit refuses. */
    public String keyOfNewWorkspace(String name, String preset)
            throws IOException, InterruptedException {
        String made =
                created(
                                send(
                                        "POST",
                                        "/api/v1/workspaces",
                                        JSON.createObjectNode().put("name", name).toString()))
                        .path("id")
                        .asString();
        String key =
                JSON.createObjectNode()
                        .put("name", name)
                        .put("preset", preset)
                        .put("requests_per_minute", 1_000_000)
                        .toString();
        return created(in(made).send("POST", "/api/v1/keys", key)).path("secret").asString();
    }

    private static JsonNode created(HttpResponse<String> response) {
        if (response.statusCode() != 201) {
            throw new IllegalStateException(response.statusCode() + " " + response.body());
        }
        return JSON.readTree(response.body());
    }
}
