package io.postrider.api.automation;

import io.postrider.api.automation.InboundEvents.Sent;
import io.postrider.domain.automation.Endpoint;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Names what is sent, so that what is sent again is the same event. */
final class InboundIdentity {

    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    private InboundIdentity() {}

    /**
     * A name.
     *
     * @param isKey whether the sender promises that no other body has it
     */
    record Name(String text, boolean isKey) {

        private static Name of(String text) {
            return new Name(text, false);
        }
    }

    /** The name by the rule of the endpoint, else by the sender whose proofs the endpoint takes; empty for neither. */
    static Optional<Name> of(Endpoint endpoint, Sent sent, InboundBody body, ObjectNode made) {
        List<String> key = endpoint.intake().dedupe();
        if (!key.isEmpty()) {
            return byRule(key, made).map(Name::of);
        }
        return body.name()
                .or(() -> inBody(endpoint, body.data()))
                .map(Name::of)
                .or(() -> inHeaders(endpoint, sent));
    }

    private static Optional<String> byRule(List<String> key, ObjectNode made) {
        List<JsonNode> values = key.stream().map(made::at).toList();
        return values.stream().allMatch(JsonNode::isMissingNode)
                ? Optional.empty()
                : Optional.of(
                        values.stream().map(JsonNode::toString).collect(Collectors.joining("\n")));
    }

    /** Only senders that document such a member are asked; in other bodies it may mean anything. */
    private static Optional<String> inBody(Endpoint endpoint, ObjectNode data) {
        return switch (endpoint.auth()) {
            case STRIPE ->
                    data.path("object").asString("").equals("event")
                            ? data.path("id").asStringOpt()
                            : Optional.empty();
            case SLACK -> data.path("event_id").asStringOpt();
            default -> Optional.empty();
        };
    }

    /** A header names the whole request, so that an entry of a list is named by its place too. */
    private static Optional<Name> inHeaders(Endpoint endpoint, Sent sent) {
        List<String> names =
                switch (endpoint.auth()) {
                    case STANDARD_WEBHOOKS -> List.of("webhook-id", "svix-id");
                    case GITHUB -> List.of("X-GitHub-Delivery");
                    case SHOPIFY -> List.of("X-Shopify-Webhook-Id");
                    default -> List.of();
                };
        return Stream.concat(names.stream(), Stream.of(IDEMPOTENCY_KEY))
                .filter(name -> sent.headers().getFirst(name) != null)
                .findFirst()
                .map(name ->
                        new Name(
                                sent.headers().getFirst(name) + sent.place(),
                                name.equals(IDEMPOTENCY_KEY)));
    }
}
