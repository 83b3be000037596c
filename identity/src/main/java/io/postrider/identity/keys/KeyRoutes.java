package io.postrider.identity.keys;

import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyCommand.RevokeKey;
import io.postrider.identity.auth.KeyReplica;
import io.postrider.identity.auth.RecentAuthentication;
import io.postrider.platform.reads.QueryNames;
import io.postrider.schemas.json.Json;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.SecretOverlap;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.ResourceApi;
import io.postrider.web.resource.ResourceCall;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** The operations on API keys. */
final class KeyRoutes implements ApiRoutes {

    static final String PATH = "/api/v1/keys";

    private final ResourceApi<ApiKey> api;
    private final KeyWrites changes;
    private final KeyReplica table;
    private final RecentAuthentication proof;
    private final InstantSource clock;
    private final List<KeyDependents> uses;

    KeyRoutes(
            ResourceApi<ApiKey> api,
            KeyWrites changes,
            KeyReplica table,
            RecentAuthentication proof,
            InstantSource clock,
            List<KeyDependents> uses) {
        this.api = api;
        this.changes = changes;
        this.table = table;
        this.proof = proof;
        this.clock = clock;
        this.uses = uses;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                api.create(
                        proved(fields -> KeyFields.create(fields, clock.instant())),
                        this::full,
                        changes::creation),
                api.list(QueryNames.KEYS),
                api.get(QueryNames.KEY),
                api.updateBy(proved(KeyFields::update), changes::update),
                api.actionBy("rotate", proved(SecretOverlap::only), changes::rotate),
                api.actionBy(
                        "revoke",
                        request -> request.fields().checked(() -> request),
                        this::revoke));
    }

    /** The body of a request whose session was authenticated recently. */
    private <B> Function<ApiRequest, Validated<B>> proved(Function<BodyReader, Validated<B>> body) {
        return request ->
                body.apply(request.fields())
                        .then(given -> proof.of(request).then(_ -> Validated.valid(given)));
    }

    /** The engine pauses the rules when it reads the event of the revoked key; its webhooks continue. */
    private Mono<ApiResponse> revoke(ResourceCall<ApiRequest> call) {
        return api.send(call, new RevokeKey(call.workspace()))
                .map(written ->
                        written.answer(holds ->
                                holds.showing(
                                        ApiResponse.ok(
                                                withUses(
                                                        api.json(holds),
                                                        call.workspace(),
                                                        call.target().id())))));
    }

    /** A repeated request finds its key and needs no room. */
    private Optional<Problem> full(String workspace, String id) {
        return table.byId(id).isEmpty() && table.isFull(workspace)
                ? Optional.of(KeyReplica.full())
                : Optional.empty();
    }

    /** Adds the ids of the resources that act with the scopes of a key. */
    private ObjectNode withUses(ObjectNode body, String workspace, String key) {
        uses.forEach(use -> body.set(use.name(), Json.texts(use.finder().ids(workspace, key))));
        return body;
    }
}
