package io.postrider.api.keys;

import io.postrider.api.auth.KeyTable;
import io.postrider.api.auth.LastUses;
import io.postrider.api.auth.RecentProof;
import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.ApiRoute;
import io.postrider.api.http.ApiRoutes;
import io.postrider.api.http.Checked;
import io.postrider.api.http.Newer;
import io.postrider.api.http.Problem;
import io.postrider.api.http.Queries;
import io.postrider.api.http.Target;
import io.postrider.api.http.Written;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.keys.KeyEvent;
import io.postrider.domain.keys.KeyPatch;
import io.postrider.domain.keys.KeyToken;
import io.postrider.runtime.reads.Questions;
import io.postrider.schemas.json.KeyJson;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** The operations on API keys. */
final class KeyRoutes implements ApiRoutes {

    private static final String PATH = "/api/v1/keys";

    private final KeyWrites changes;
    private final KeyRotations rotations;
    private final Queries queries;
    private final KeyTable table;
    private final LastUses uses;
    private final RecentProof proof;
    private final InstantSource clock;

    KeyRoutes(
            KeyWrites changes,
            KeyRotations rotations,
            Queries queries,
            KeyTable table,
            LastUses uses,
            RecentProof proof,
            InstantSource clock) {
        this.changes = changes;
        this.rotations = rotations;
        this.queries = queries;
        this.table = table;
        this.uses = uses;
        this.proof = proof;
        this.clock = clock;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.post(PATH).scope("keys:write").to(this::create),
                ApiRoute.get(PATH).scope("keys:read").taking("limit", "cursor").to(this::list),
                ApiRoute.get(PATH + "/{id}").scope("keys:read").to(this::one),
                ApiRoute.patch(PATH + "/{id}").scope("keys:write").to(this::edit),
                ApiRoute.action(PATH + "/{id}/rotate").scope("keys:write").to(this::rotate),
                ApiRoute.action(PATH + "/{id}/revoke").scope("keys:write").to(this::revoke));
    }

    private Mono<Answer> create(ApiRequest request) {
        return KeyFields.create(request.fields(), clock.instant())
                .then(patch -> proof.of(request).then(_ -> Checked.valid(patch)))
                .answer(patch -> changes.create(request, patch, this::created));
    }

    private Answer created(Written written, KeyToken token) {
        return written.answer(holds -> holds.made(withSecret(holds, token), PATH).showingSecret());
    }

    private ObjectNode withSecret(Written.Holds holds, KeyToken token) {
        return holds.withSecret(json(holds), token.text());
    }

    private Mono<Answer> list(ApiRequest request) {
        return queries.page(request, Questions.KEYS, Map.of())
                .map(page ->
                        switch (page) {
                            case Checked.Refused<ObjectNode>(Problem problem) -> problem;
                            case Checked.Valid<ObjectNode>(ObjectNode body) ->
                                    queries.listed(request, withUses(body));
                        });
    }

    private ObjectNode withUses(ObjectNode page) {
        page.path("data").forEach(key -> uses.on((ObjectNode) key));
        return page;
    }

    private Mono<Answer> one(ApiRequest request) {
        return request.id(IdKind.KEY)
                .answer(id ->
                        queries.newest(
                                request,
                                Questions.KEY,
                                id,
                                () -> known(request.workspace(), id),
                                uses::on));
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

    private Mono<Answer> edit(ApiRequest request) {
        return target(request)
                .then(target ->
                        KeyFields.update(request.fields())
                                .then(patch -> Checked.valid(new Edit(target, patch))))
                .then(edit -> proof.of(request).then(_ -> Checked.valid(edit)))
                .answer(edit ->
                        changes.update(request, edit.target(), edit.patch()).map(this::shown));
    }

    private Mono<Answer> rotate(ApiRequest request) {
        return target(request)
                .then(target ->
                        KeyFields.overlap(request.fields())
                                .then(overlap -> Checked.valid(new Rotation(target, overlap))))
                .then(rotation -> proof.of(request).then(_ -> Checked.valid(rotation)))
                .answer(rotation ->
                        rotations.rotate(
                                request, rotation.target(), rotation.overlap(), this::rotated));
    }

    private Answer rotated(Written written, KeyToken token) {
        return written.answer(
                holds -> holds.showing(Answer.ok(withSecret(holds, token))).showingSecret());
    }

    private Mono<Answer> revoke(ApiRequest request) {
        return request.fields()
                .checked(() -> request)
                .then(KeyRoutes::target)
                .answer(target -> changes.revoke(request, target, this::shown));
    }

    /** What is to be changed of which key. */
    private record Edit(Target target, KeyPatch patch) {}

    /** Which key gets a new secret, and how long the old one stays good. */
    private record Rotation(Target target, Duration overlap) {}

    private static Checked<Target> target(ApiRequest request) {
        return Target.of(request, IdKind.KEY);
    }

    private Answer shown(Written written) {
        return written.answer(holds -> holds.showing(Answer.ok(json(holds))));
    }

    private ObjectNode json(Written.Holds holds) {
        if (holds.event().payload() instanceof KeyEvent change) {
            return uses.on(KeyJson.of(change.key(), holds.version()));
        }
        throw new IllegalStateException("not about a key: " + holds.event().header().type());
    }
}
