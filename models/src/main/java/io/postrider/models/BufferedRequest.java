package io.postrider.models;

import io.postrider.schemas.json.Json;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.ApiRequest;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ObjectNode;

/** A waiting completion request: its text and no tree, which takes up to thirty times the memory. */
final class BufferedRequest {

    private final String workspace;
    private final String model;
    private final boolean stream;
    private final byte[] text;
    private final int hops;

    private BufferedRequest(String workspace, String model, boolean stream, byte[] text, int hops) {
        this.workspace = workspace;
        this.model = model;
        this.stream = stream;
        this.text = text;
        this.hops = hops;
    }

    static Validated<BufferedRequest> of(ApiRequest request) {
        return CompletionRequest.read(request.json())
                .then(read ->
                        Validated.valid(
                                new BufferedRequest(
                                        request.workspace(),
                                        read.model(),
                                        read.stream(),
                                        request.body(),
                                        HopLimit.of(request.headers()))));
    }

    String workspace() {
        return workspace;
    }

    String model() {
        return model;
    }

    boolean stream() {
        return stream;
    }

    /** The number of services that have forwarded it. */
    int hops() {
        return hops;
    }

    /** The size in bytes. */
    int size() {
        return text.length;
    }

    /** The whole request, read anew. */
    CompletionRequest read() {
        String json = new String(text, StandardCharsets.UTF_8);
        return new CompletionRequest(model, (ObjectNode) Json.mapper().readTree(json), stream);
    }

    /** Omits the content of the request. */
    @Override
    public String toString() {
        return "KeptRequest[" + model + "]";
    }
}
