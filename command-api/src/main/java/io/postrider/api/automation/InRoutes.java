package io.postrider.api.automation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.api.automation.InboundData.Made;
import io.postrider.api.events.PublishedLog;
import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.ApiRoute;
import io.postrider.api.http.ApiRoutes;
import io.postrider.api.http.IdMint;
import io.postrider.api.http.Problem;
import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.schemas.Actor;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.json.EndpointJson;
import io.postrider.schemas.json.Json;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.springframework.http.HttpHeaders;
import org.springframework.web.util.UriUtils;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The addresses at which other systems publish. A request is in the log as an event before it is answered. */
final class InRoutes implements ApiRoutes {

    private static final int BODY_BYTES_MAX = 1 << 20;

    /** In which header, or member of a body, a sender names what it sends. */
    private static final List<String> DELIVERY_HEADERS =
            List.of("webhook-id", "X-GitHub-Delivery", "X-Shopify-Webhook-Id", "Idempotency-Key");

    private final InboundEndpoints endpoints;
    private final InboundData data = new InboundData();
    private final InboundProof proof;
    private final IdMint mint;
    private final PublishedLog log;

    InRoutes(InboundEndpoints endpoints, InboundProof proof, IdMint mint, PublishedLog log) {
        this.endpoints = endpoints;
        this.proof = proof;
        this.mint = mint;
        this.log = log;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.postRaw(EndpointJson.IN + "{id}")
                        .open()
                        .taking("token")
                        .upTo(BODY_BYTES_MAX)
                        .to(this::publish));
    }

    private Mono<Answer> publish(ApiRequest request) {
        Optional<Endpoint> found = endpoints.find(request.variable("id"));
        if (found.isEmpty()) {
            return Mono.just(Problem.notFound());
        }
        // Now, since it is not kept until a key is judged.
        byte[] body = request.body();
        return proof.of(found.get(), request, mint.now())
                .flatMap(proved -> proved.answer(endpoint -> admitted(endpoint, request, body)));
    }

    private Mono<Answer> admitted(Endpoint endpoint, ApiRequest request, byte[] body) {
        if (!endpoint.enabled()) {
            return Mono.just(
                    Problem.of(410, "endpoint_disabled", "The endpoint takes no events now."));
        }
        return InboundBody.read(request.headers(), body)
                .answer(read -> made(endpoint, request, read));
    }

    private Mono<Answer> made(Endpoint endpoint, ApiRequest request, InboundBody body) {
        ObjectNode headers =
                endpoint.mapping() == null
                        ? Json.object()
                        : InboundHeaders.of(request.headers(), endpoint, proof.secrets(endpoint));
        return data.of(endpoint, body, headers, mint.now())
                .flatMap(checked -> checked.answer(made -> append(endpoint, request, body, made)));
    }

    private Mono<Answer> append(
            Endpoint endpoint, ApiRequest request, InboundBody body, Made made) {
        String id =
                delivery(request.headers(), body)
                        .map(name -> Id.of(IdKind.EVT, Uuids.v5(namespace(endpoint), name)))
                        .orElseGet(() -> mint.freshId(IdKind.EVT));
        EventHeader header =
                new EventHeader(
                        id,
                        endpoint.eventType(),
                        body.time().orElseGet(mint::now),
                        endpoint.workspace(),
                        endpoint.workspace(),
                        0,
                        null,
                        request.requestId(),
                        new Actor("endpoint", endpoint.id()));
        EventRecord event = new EventRecord(header, new EventPublished(made.data().toString()));
        return Mono.fromCompletionStage(log.append(endpoint.workspace(), event))
                .map(written ->
                        written
                                ? Answer.ok(published(header, made)).under(202)
                                : Problem.unavailable(
                                                "log_unavailable", "The event cannot be kept now.")
                                        .retryAfter(1));
    }

    private static ObjectNode published(EventHeader header, Made made) {
        ObjectNode answer =
                Json.object()
                        .put("object", "published_event")
                        .put("id", header.id())
                        .put("type", header.type());
        ArrayNode warnings = answer.putArray("warnings");
        for (FieldError warning : made.warnings()) {
            warnings.addObject()
                    .put("pointer", "#" + UriUtils.encodeFragment(warning.pointer(), UTF_8))
                    .put("code", warning.code())
                    .put("detail", warning.detail());
        }
        return answer;
    }

    /** How the sender names what it sends, so that what it sends again is the same event. */
    private static Optional<String> delivery(HttpHeaders headers, InboundBody body) {
        ObjectNode data = body.data();
        return body.name()
                .or(() ->
                        DELIVERY_HEADERS.stream()
                                .map(headers::getFirst)
                                .filter(Objects::nonNull)
                                .findFirst())
                .or(() -> data.path("event_id").asStringOpt())
                .or(() ->
                        data.path("object").asString("").equals("event")
                                ? data.path("id").asStringOpt()
                                : Optional.empty());
    }

    private static UUID namespace(Endpoint endpoint) {
        return Id.parse(IdKind.EP, endpoint.id()).orElseThrow();
    }
}
