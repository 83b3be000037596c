package io.postrider.messaging.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.instances.InstanceState;
import io.postrider.messaging.media.MediaFiles;
import io.postrider.platform.hashes.Sha256;
import io.postrider.schemas.Callback;
import io.postrider.schemas.json.Json;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Divides calls by {@code metadata.phone_number_id}: the numbers of a Meta app share one callback address. A change goes to the
 * instance of its workspace and provider that has the number; one that names no number stays.
 */
final class CallbackRouting {

    /** In place of an instance for the changes of numbers that no instance has. */
    static final String NONE = "";

    /** Larger bodies are files, as those of the edge are. */
    private static final int IN_RECORD_MAX = 192 << 10;

    private final InstanceDirectory instances;
    private final Secrets secrets;
    private final MediaFiles files;

    CallbackRouting(InstanceDirectory instances, Secrets secrets, MediaFiles files) {
        this.instances = instances;
        this.secrets = secrets;
        this.files = files;
    }

    /** A call that is for no instance of its workspace. Its record is set aside, and read again when the instance is there. */
    static final class UnknownNumberException extends RuntimeException {
        UnknownNumberException() {
            super("no instance of the workspace has the phone_number_id of the call");
        }
    }

    /** The parts of a body by the ids of their instances, in the order in which they begin. */
    Map<String, JsonNode> parts(Callback call, JsonNode body) {
        Map<String, String> byNumber = new LinkedHashMap<>();
        Map<String, JsonNode> parts = new LinkedHashMap<>();
        for (JsonNode entry : body.path("entry")) {
            Map<String, ArrayNode> changes = new LinkedHashMap<>();
            for (JsonNode change : entry.path("changes")) {
                String to = byNumber.computeIfAbsent(number(change), each -> instance(call, each));
                changes.computeIfAbsent(to, each -> changes(parts, each, entry)).add(change);
            }
        }
        return parts;
    }

    private static ArrayNode changes(Map<String, JsonNode> parts, String to, JsonNode entry) {
        JsonNode part = parts.computeIfAbsent(to, _ -> withoutEntries());
        ObjectNode copy = ((ArrayNode) part.path("entry")).addObject();
        entry.optional("id").ifPresent(id -> copy.set("id", id));
        return copy.putArray("changes");
    }

    private static ObjectNode withoutEntries() {
        ObjectNode body = Json.object();
        body.putArray("entry");
        return body;
    }

    private static String number(JsonNode change) {
        return change.at("/value/metadata/phone_number_id").asString("");
    }

    private String instance(Callback call, String number) {
        Optional<Instance> own = instances.find(call.instance());
        // The edge knew the instance when this node has not read it yet.
        if (number.isEmpty() || own.isEmpty() || number.equals(GraphApi.number(own.get()))) {
            return call.instance();
        }
        return instances.all().stream()
                .filter(each -> each.workspace().equals(call.workspace()))
                .filter(each -> each.provider().equals(own.get().provider()))
                .filter(each -> number.equals(GraphApi.number(each)))
                .filter(each -> each.state() != InstanceState.LOGGED_OUT)
                .map(Instance::id)
                .min(Comparator.naturalOrder())
                .orElse(NONE);
    }

    /** The call that brings a part to an instance; empty where the key of the workspace is gone. */
    Optional<Callback> to(Callback call, String instance, JsonNode part) {
        String text = part.toString();
        byte[] bytes = text.getBytes(UTF_8);
        if (bytes.length > IN_RECORD_MAX) {
            String file = "call_" + Sha256.hex(bytes);
            var _ = files.write(call.workspace(), file, Flux.just(bytes), bytes.length).block();
            return Optional.of(
                    new Callback(call.workspace(), instance, call.receivedAt(), "", file));
        }
        return secrets.sealedText(call.workspace(), Callback.purpose(instance), text)
                .map(sealed ->
                        new Callback(call.workspace(), instance, call.receivedAt(), sealed, null));
    }
}
