package io.postrider.schemas.json;

import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.automation.EndpointIntake;
import io.postrider.domain.automation.EndpointIntake.CustomSignature;
import io.postrider.domain.automation.EndpointProof;
import io.postrider.domain.automation.EndpointSchema;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** An endpoint as JSON, without its secret and its token. */
public final class EndpointJson {

    /** The path at which systems publish, before the id of the endpoint. */
    public static final String IN = "/api/v1/automation/in/";

    private EndpointJson() {}

    /** The endpoint. */
    public static ObjectNode of(Endpoint endpoint, long version, Rendering rendering) {
        ObjectNode node = Json.object();
        node.put("id", endpoint.id());
        node.put("object", "endpoint");
        node.put("name", endpoint.name());
        node.set("event_type", eventType(endpoint.eventType(), endpoint.intake().typeExpression()));
        node.put("auth", endpoint.auth().label());
        node.put("enabled", endpoint.enabled());
        node.put("url", rendering.baseUrl() + IN + endpoint.id());
        node.set("mapping", mapping(endpoint.mapping()));
        node.set("schema", schema(endpoint.schema()));
        intake(node, endpoint.intake());
        node.set("proofs", proofs(endpoint));
        node.set("metadata", Json.texts(endpoint.metadata()));
        node.put("version", version);
        node.put("created_at", Json.time(endpoint.createdAt()));
        node.put("updated_at", Json.time(endpoint.updatedAt()));
        return node;
    }

    private static void intake(ObjectNode node, EndpointIntake intake) {
        node.put("response", intake.answersWithRun() ? "sync" : "async");
        node.set(
                "dedupe",
                intake.dedupe().isEmpty()
                        ? null
                        : Json.object().set("key", Json.texts(intake.dedupe())));
        node.set("allowed_origins", Json.texts(intake.allowedOrigins()));
        node.set("allowed_addresses", Json.texts(intake.allowedAddresses()));
        node.set("signature", signature(intake.signature()));
    }

    private static ArrayNode proofs(Endpoint endpoint) {
        ArrayNode proofs = Json.mapper().createArrayNode();
        for (EndpointProof proof : endpoint.proofs()) {
            proofs.addObject()
                    .put("name", proof.name())
                    .put("auth", proof.auth().label())
                    .set("signature", signature(proof.signature()));
        }
        return proofs;
    }

    private static @Nullable ObjectNode signature(@Nullable CustomSignature signature) {
        return signature == null
                ? null
                : Json.object()
                        .put("header", signature.header())
                        .put("encoding", signature.encoding().label())
                        .put("prefix", signature.prefix());
    }

    private static JsonNode eventType(String name, @Nullable String cel) {
        return cel == null
                ? Json.mapper().getNodeFactory().stringNode(name)
                : Json.object().put("cel", cel).put("default", name.isEmpty() ? null : name);
    }

    private static @Nullable JsonNode mapping(@Nullable String jsonata) {
        return jsonata == null ? null : Json.object().put("jsonata", jsonata);
    }

    private static @Nullable JsonNode schema(@Nullable EndpointSchema schema) {
        return schema == null
                ? null
                : Json.object()
                        .put("mode", schema.mode().label())
                        .set("json_schema", Json.mapper().readTree(schema.jsonSchema()));
    }
}
