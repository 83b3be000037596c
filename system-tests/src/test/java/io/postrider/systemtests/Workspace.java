package io.postrider.systemtests;

import java.io.IOException;
import java.net.http.HttpResponse;
import tools.jackson.databind.JsonNode;

/** A workspace of a server that others use as well, with a key that may do everything in it. */
public final class Workspace extends HttpNode {

    private final PostriderProcess server;
    private final String id;
    private final String key;

    private Workspace(PostriderProcess server, String id, String key) {
        super(server.port());
        this.server = server;
        this.id = id;
        this.key = key;
    }

    /** Opens a workspace with a name, by the owner of the first run. */
    static Workspace open(PostriderProcess server, String name) {
        try {
            OwnersBrowser owner = server.signIn();
            String named = "{\"name\":\"" + name + "\"}";
            String id = made(owner.send("POST", "/api/v1/workspaces", named)).path("id").asString();
            String key =
                    made(owner.in(id)
                                    .send(
                                            "POST",
                                            "/api/v1/keys",
                                            "{\"name\":\"test\",\"preset\":\"full\",\"requests_per_minute\":100000}"))
                            .path("secret")
                            .asString();
            Workspace opened = new Workspace(server, id, key);
            opened.watch();
            return opened;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static JsonNode made(HttpResponse<String> response) {
        if (response.statusCode() != 201) {
            throw new IllegalStateException(response.statusCode() + " " + response.body());
        }
        return json(response);
    }

    /** The id of the workspace. */
    public String id() {
        return id;
    }

    /** The port of the sandbox of WhatsApp on the server. */
    public String sandboxPort() {
        return server.setting("POSTRIDER_SANDBOX_PORT");
    }

    /** The URL of the metrics of the server. */
    public String metricsUrl() throws IOException {
        return server.metricsUrl();
    }

    @Override
    public String apiKey() {
        return key;
    }

    @Override
    protected JsonNode firstRun() throws IOException {
        return server.firstRun();
    }

    @Override
    public String lastOutput() throws IOException {
        return server.lastOutput();
    }
}
