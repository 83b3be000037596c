package io.postrider.automation.publishing;

import io.postrider.automation.publishing.InboundEvents.Sent;
import io.postrider.domain.automation.EndpointAuth;
import io.postrider.web.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Derives the sender's id of a request, so that a repeated request is the same event. */
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

    /**
     * The name by the rule of the endpoint, else by the sender; empty for neither. What a signature covers comes first: anyone can
     * add a header to a signed request that was seen.
     *
     * @param rule JSON pointers into the data; empty for none
     */
    static Optional<Name> of(List<String> rule, Sent sent, InboundBody body, ObjectNode made) {
        if (!rule.isEmpty()) {
            return byRule(rule, made).map(Name::of);
        }
        return body.name()
                .or(() -> inBody(sent.sender(), body.data()))
                .or(() -> signed(sent))
                .or(() -> inAttributes(sent))
                .map(Name::of)
                .or(() -> inHeaders(sent));
    }

    /** Attributes in headers are those of one event. */
    private static Optional<String> inAttributes(Sent sent) {
        return sent.place().isEmpty()
                ? CloudEvents.nameInHeaders(sent.headers())
                : Optional.empty();
    }

    private static Optional<String> signed(Sent sent) {
        return Optional.ofNullable(sent.by())
                .flatMap(by -> Optional.ofNullable(by.signedId()))
                .map(id -> id + sent.place());
    }

    /** The problem of a header that is to name the event and is empty: it would name all of them. */
    static Optional<Problem> emptyName(Sent sent) {
        return Stream.concat(Stream.of("ce-id"), headers(sent.sender()).stream())
                .filter(name -> sent.headers().getOrEmpty(name).stream().anyMatch(String::isBlank))
                .findFirst()
                .map(name ->
                        Problem.of(422, "invalid", "Expected a value in the header " + name + "."));
    }

    private static Optional<String> byRule(List<String> key, ObjectNode made) {
        List<JsonNode> values = key.stream().map(made::at).toList();
        return values.stream().allMatch(JsonNode::isMissingNode)
                ? Optional.empty()
                : Optional.of(
                        values.stream().map(JsonNode::toString).collect(Collectors.joining("\n")));
    }

    /** Only for senders that document such a member; in other bodies it may have any meaning. */
    private static Optional<String> inBody(EndpointAuth sender, ObjectNode data) {
        return switch (sender) {
            case STRIPE ->
                    data.path("object").asString("").equals("event")
                            ? data.path("id").asStringOpt()
                            : Optional.empty();
            case SLACK -> data.path("event_id").asStringOpt();
            default -> Optional.empty();
        };
    }

    /** A header names the whole request, so that an entry of a list is named by its place too. */
    private static Optional<Name> inHeaders(Sent sent) {
        return Stream.concat(headers(sent.sender()).stream(), Stream.of(IDEMPOTENCY_KEY))
                .filter(name -> sent.headers().getFirst(name) != null)
                .findFirst()
                .map(name ->
                        new Name(
                                sent.headers().getFirst(name) + sent.place(),
                                name.equals(IDEMPOTENCY_KEY)));
    }

    private static List<String> headers(EndpointAuth sender) {
        return switch (sender) {
            case GITHUB -> List.of("X-GitHub-Delivery");
            case SHOPIFY -> List.of("X-Shopify-Webhook-Id");
            default -> List.of();
        };
    }
}
