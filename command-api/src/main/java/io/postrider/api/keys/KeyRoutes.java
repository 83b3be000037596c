package io.postrider.api.keys;

import io.postrider.api.auth.KeyTable;
import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.ApiRoute;
import io.postrider.api.http.ApiRoutes;
import io.postrider.api.http.Change;
import io.postrider.api.http.Checked;
import io.postrider.api.http.IdMint;
import io.postrider.api.http.Newer;
import io.postrider.api.http.Preconditions;
import io.postrider.api.http.Problem;
import io.postrider.api.http.Queries;
import io.postrider.api.http.Writes;
import io.postrider.api.http.Written;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyCommand;
import io.postrider.domain.keys.KeyEvent;
import io.postrider.domain.keys.KeyToken;
import io.postrider.runtime.reads.Questions;
import io.postrider.runtime.secrets.TokenHasher;
import io.postrider.schemas.Context;
import io.postrider.schemas.Idempotency;
import io.postrider.schemas.json.KeyJson;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** The operations on API keys. */
final class KeyRoutes implements ApiRoutes {

    private static final String PATH = "/api/v1/keys";

    private final Writes writes;
    private final Queries queries;
    private final IdMint mint;
    private final TokenHasher hasher;
    private final KeyTable table;

    KeyRoutes(Writes writes, Queries queries, IdMint mint, TokenHasher hasher, KeyTable table) {
        this.writes = writes;
        this.queries = queries;
        this.mint = mint;
        this.hasher = hasher;
        this.table = table;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.post(PATH).scope("keys:write").to(this::create),
                ApiRoute.get(PATH).scope("keys:read").taking("limit", "cursor").to(this::list),
                ApiRoute.get(PATH + "/{id}").scope("keys:read").to(this::one),
                ApiRoute.action(PATH + "/{id}/revoke").scope("keys:write").to(this::revoke));
    }

    private Mono<Answer> create(ApiRequest request) {
        return KeyDraft.read(request.fields())
                .then(draft -> bounded(request, draft))
                .answer(draft ->
                        writes.once(
                                request,
                                idempotency -> {
                                    KeyToken token =
                                            new KeyToken(
                                                    draft.environment(),
                                                    mint.secretBase62(KeyToken.PUBLIC_ID_LENGTH),
                                                    mint.secretBase62(KeyToken.SECRET_LENGTH));
                                    ApiKey key = key(request, draft, token, idempotency);
                                    Change change =
                                            Change.of(
                                                    Context.KEYS,
                                                    key.id(),
                                                    new KeyCommand.CreateKey(key),
                                                    idempotency);
                                    return writes.send(request, change)
                                            .thenApply(written ->
                                                    written.answer(holds -> created(holds, token)));
                                }));
    }

    private Checked<KeyDraft> bounded(ApiRequest request, KeyDraft draft) {
        return table.byId(request.principal().keyId())
                .map(known -> OwnBounds.check(known.key(), draft))
                .orElseGet(() -> Checked.refused(Problem.internal()));
    }

    private ApiKey key(
            ApiRequest request, KeyDraft draft, KeyToken token, Optional<Idempotency> idempotency) {
        Instant now = mint.now();
        return new ApiKey(
                mint.id(IdKind.KEY, idempotency),
                request.workspace(),
                token.publicId(),
                draft.name(),
                draft.environment(),
                draft.scopes(),
                draft.resources(),
                draft.ipAllow(),
                List.of(),
                hasher.hash(token.text()),
                TokenHasher.VERSION,
                draft.requestsPerMinute(),
                draft.expiresAt(),
                null,
                now,
                now);
    }

    private static Answer created(Written.Holds holds, KeyToken token) {
        ObjectNode body = json(holds);
        body.put("secret", holds.replayed() ? null : token.text());
        body.put("secret_available", !holds.replayed());
        String location = PATH + "/" + body.path("id").stringValue();
        return holds.showing(Answer.created(body, location)).showingSecret();
    }

    private Mono<Answer> list(ApiRequest request) {
        return queries.list(request, Questions.KEYS, Map.of());
    }

    private Mono<Answer> one(ApiRequest request) {
        return request.id(IdKind.KEY)
                .answer(id ->
                        queries.newest(
                                request, Questions.KEY, id, () -> known(request.workspace(), id)));
    }

    private Optional<Newer> known(String workspace, String id) {
        return table.byId(id)
                .filter(known -> known.key().workspace().equals(workspace))
                .map(known ->
                        new Newer(
                                known.version(),
                                false,
                                read -> KeyJson.of(known.key(), known.version())));
    }

    private Mono<Answer> revoke(ApiRequest request) {
        return request.fields()
                .checked(() -> request)
                .then(checked -> checked.id(IdKind.KEY))
                .then(id ->
                        Preconditions.expectedVersion(request)
                                .then(version -> Checked.valid(new Target(id, version))))
                .answer(target ->
                        writes.once(
                                request,
                                idempotency ->
                                        writes.send(
                                                        request,
                                                        revocation(request, target, idempotency))
                                                .thenApply(written ->
                                                        written.answer(holds ->
                                                                holds.showing(
                                                                        Answer.ok(json(holds)))))));
    }

    /** Which key, and at which version. */
    private record Target(String id, Optional<Long> expectedVersion) {}

    private static Change revocation(
            ApiRequest request, Target target, Optional<Idempotency> idempotency) {
        return new Change(
                Context.KEYS,
                target.id(),
                new KeyCommand.RevokeKey(request.workspace()),
                target.expectedVersion(),
                idempotency);
    }

    private static ObjectNode json(Written.Holds holds) {
        if (holds.event().payload() instanceof KeyEvent change) {
            return KeyJson.of(change.key(), holds.version());
        }
        throw new IllegalStateException("not about a key: " + holds.event().header().type());
    }
}
