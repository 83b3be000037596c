package io.postrider.automation.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.state.StateCommand.DeleteState;
import io.postrider.domain.state.StateCommand.IncrementState;
import io.postrider.domain.state.StateCommand.ReadState;
import io.postrider.domain.state.StateCommand.SetState;
import io.postrider.domain.state.StateEntry;
import io.postrider.schemas.json.Json;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Naming;
import io.postrider.web.resource.ResourceApi;
import io.postrider.web.resource.ResourceCall;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** The operations on the values that rules keep from run to run. */
final class StateRoutes implements ApiRoutes {

    static final String PATH = "/api/v1/automation/state";

    private static final TextRule TTL = TextRule.line(1, 40);
    private static final Duration TTL_MAX = Duration.ofDays(366);

    private final ResourceApi<StateEntry> api;

    StateRoutes(ResourceApi<StateEntry> api) {
        this.api = api.named(new Keys());
    }

    /** A value as a body has it. */
    private record NewValue(String json, @Nullable Duration ttl) {}

    private record Increment(long by, @Nullable Duration ttl) {}

    /** Entries are named by the keys that callers choose. */
    private static final class Keys implements Naming {
        @Override
        public String variable() {
            return "key";
        }

        @Override
        public Validated<String> id(ApiRequest request) {
            String key = request.variable("key");
            return key.length() > StateEntry.KEY_LENGTH_MAX
                    ? Validated.refused(Problem.notFound())
                    : Validated.valid(StateEntry.idOf(request.workspace(), key));
        }

        @Override
        public Mono<Validated<String>> key(ApiRequest request, String id) {
            return Mono.just(Validated.valid(id));
        }
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                api.list("states"),
                api.get("state"),
                ApiRoute.put(PATH + "/{key}").scope(api.writeScope()).to(this::put),
                api.delete(DeleteState::new),
                api.actionBy("increment", StateRoutes::increment, this::add),
                api.actionBy(
                        "read", request -> request.fields().checked(() -> request), this::read));
    }

    private Mono<ApiResponse> put(ApiRequest request) {
        return new Keys()
                .id(request)
                .answer(id ->
                        value(request.fields())
                                .answer(value ->
                                        sent(request, id, value)
                                                .map(written -> api.shown(written))));
    }

    private Mono<WriteResult> sent(ApiRequest request, String id, NewValue value) {
        SetState command =
                new SetState(
                        request.workspace(),
                        id,
                        request.variable("key"),
                        value.json(),
                        expiry(value.ttl()));
        return api.send(request, id, command);
    }

    private static Validated<NewValue> value(BodyReader fields) {
        boolean given = fields.has("value") || fields.isNull("value");
        if (!given) {
            fields.require("value");
        }
        String json = fields.json("value").map(Object::toString).orElse("null");
        if (json.getBytes(UTF_8).length > StateEntry.VALUE_BYTES_MAX) {
            fields.fault(
                    new FieldError(
                            "/value", "too_long", "Expected a value of at most 16 KiB as JSON."));
        }
        Duration ttl = ttl(fields);
        return fields.checked(() -> new NewValue(json, ttl));
    }

    private static Validated<Increment> increment(ApiRequest request) {
        BodyReader fields = request.fields();
        long by = fields.number("by", -1_000_000_000_000L, 1_000_000_000_000L).orElse(1L);
        Duration ttl = ttl(fields);
        return fields.checked(() -> new Increment(by, ttl));
    }

    private static @Nullable Duration ttl(BodyReader fields) {
        Optional<String> given = fields.text("ttl", TTL);
        try {
            Optional<Duration> ttl = given.map(Duration::parse);
            if (ttl.filter(
                            length ->
                                    length.compareTo(Duration.ofSeconds(1)) >= 0
                                            && length.compareTo(TTL_MAX) <= 0)
                    .isPresent()) {
                return ttl.get();
            }
        } catch (DateTimeException _) {
            // Reported with all others below.
        }
        if (given.isPresent()) {
            fields.fault(
                    new FieldError(
                            "/ttl", "invalid_value", "Expected a duration from PT1S to P366D."));
        }
        return null;
    }

    private @Nullable Instant expiry(@Nullable Duration ttl) {
        return ttl == null ? null : api.node().mint().now().plus(ttl);
    }

    private Mono<ApiResponse> add(ResourceCall<Increment> call) {
        IncrementState command =
                new IncrementState(
                        call.workspace(),
                        call.key(),
                        call.request().variable("key"),
                        call.body().by(),
                        expiry(call.body().ttl()));
        return api.send(call, command).map(api::shown);
    }

    /** A key without a value has null, so that a rule can ask for what may not be there. */
    private Mono<ApiResponse> read(ResourceCall<ApiRequest> call) {
        return api.send(call, new ReadState(call.workspace()))
                .map(written ->
                        written instanceof WriteResult.Failed(Problem problem, var _)
                                        && problem.code().equals("not_found")
                                ? ApiResponse.ok(
                                        Json.object()
                                                .put("object", "state")
                                                .put("key", call.request().variable("key"))
                                                .putNull("value"))
                                : api.shown(written));
    }
}
