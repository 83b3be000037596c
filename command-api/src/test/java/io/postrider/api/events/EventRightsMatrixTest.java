package io.postrider.api.events;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.api.http.ApiServer;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.ResourceEvent;
import io.postrider.schemas.Actor;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.catalogue.AggregateType;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.schemas.catalogue.EventType;
import io.postrider.schemas.catalogue.FactType;
import io.postrider.schemas.catalogue.Sample;
import io.postrider.schemas.catalogue.SampleEvents;
import io.postrider.schemas.catalogue.SampleEvents.SampleEvent;
import io.postrider.schemas.catalogue.scopes.ReadScopes;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.RawConnection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a key with one scope reads of one type of each group, each way: what the table of the catalogue says. */
class EventRightsMatrixTest {

    private static final String DOOR = "events:read";
    private static final Actor ACTOR = Actor.key(Id.of(IdKind.KEY, new UUID(7, 0)));
    private static final String LAST = "matrix.ended";

    /** The payload of a type for each scope. */
    private static final Map<String, Typed> BY_SCOPE = byScope();

    @AutoClose private final ApiServer server = new ApiServer();
    private int made;

    private record Typed(String type, Record payload) {}

    private static Map<String, Typed> byScope() {
        Map<String, Typed> found = new LinkedHashMap<>();
        Catalogue.ofWorkspaces().forEach(entry -> add(entry, found));
        for (FactType<?> fact : Catalogue.namedFacts()) {
            found.putIfAbsent(
                    ReadScopes.of(fact.name()), new Typed(fact.name(), fact.samples().getFirst()));
        }
        found.remove(DOOR);
        found.put(DOOR, new Typed(LAST, new EventPublished("{}")));
        return found;
    }

    private static void add(AggregateType<?, ?, ?, ?> entry, Map<String, Typed> found) {
        Map<Class<?>, SampleEvent> samples =
                SampleEvents.of(entry, new Sample(1, TestApi.WORKSPACE));
        for (EventType<?> type : entry.events()) {
            SampleEvent sample = requireNonNull(samples.get(type.type()));
            found.putIfAbsent(ReadScopes.of(type.name()), new Typed(type.name(), sample.payload()));
        }
    }

    @Test
    @Verifies("event-rights")
    void everyScopeHasAType() {
        assertThat(BY_SCOPE).containsOnlyKeys(ReadScopes.all());
    }

    @Test
    @Verifies("event-rights")
    void aKeyReadsTheTypesOfItsScopeInTheFeedByIdWithCauseAndEffects() {
        Map<String, String> ids = happened();
        for (String scope : ReadScopes.all()) {
            Caller caller = server.api.caller(DOOR, scope);
            List<String> readable = readable(scope);

            Response feed = caller.get("/api/v1/events?limit=100");
            assertThat(feed.body().path("data").valueStream().map(it -> it.path("id").asString()))
                    .as(scope)
                    .containsExactlyInAnyOrderElementsOf(readable.stream().map(ids::get).toList());
            ids.forEach((type, id) -> {
                int status = readable.contains(type) ? 200 : 404;
                for (String way : List.of("", "/cause", "/effects")) {
                    assertThat(caller.get("/api/v1/events/" + id + way).status())
                            .as(scope + " " + type + way)
                            .isEqualTo(status);
                }
            });
        }
    }

    @Test
    @Verifies("event-rights")
    void theAuditHasTheChangesOfTheScope() {
        Map<String, String> ids = happened();

        for (String scope : ReadScopes.all()) {
            Typed typed = requireNonNull(BY_SCOPE.get(scope));
            // Facts are no changes.
            assertThat(audited("audit:read", DOOR, scope))
                    .as(scope)
                    .isEqualTo(
                            typed.payload() instanceof ResourceEvent<?>
                                    ? List.of(requireNonNull(ids.get(typed.type())))
                                    : List.of());
        }
        assertThat(audited("audit:read")).isEmpty();
    }

    private List<String> audited(String... scopes) {
        Response told = server.api.caller(scopes).get("/api/v1/audit?limit=100");
        return told.body()
                .path("data")
                .valueStream()
                .map(entry -> entry.path("id").asString(""))
                .toList();
    }

    @Test
    @Verifies("event-rights")
    void aStreamBringsTheTypesOfTheScope() throws Exception {
        for (String scope : ReadScopes.all()) {
            try (RawConnection stream = server.connect()) {
                stream.say(
                        "GET /api/v1/events?format=sse HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
                                + server.api.key(TestApi.WORKSPACE, DOOR, scope)
                                + "\r\n\r\n");
                stream.readUntil(":open");
                Map<String, String> ids = happened();

                String told = stream.textUntil(requireNonNull(ids.get(LAST)));

                List<String> readable = readable(scope);
                ids.forEach((type, id) ->
                        assertThat(told.contains(id))
                                .as(scope + " " + type)
                                .isEqualTo(readable.contains(type)));
            }
        }
    }

    private static List<String> readable(String scope) {
        return List.of(DOOR, scope).stream()
                .distinct()
                .map(BY_SCOPE::get)
                .map(Typed::type)
                .toList();
    }

    /** Lets an event of each scope happen; the ids by type, that of the callers last. */
    private Map<String, String> happened() {
        List<EventRecord> events = BY_SCOPE.values().stream().map(this::event).toList();
        server.api.log().happen(events);
        return events.stream()
                .map(EventRecord::header)
                .collect(
                        Collectors.toMap(
                                EventHeader::type,
                                EventHeader::id,
                                (one, _) -> one,
                                LinkedHashMap::new));
    }

    private EventRecord event(Typed typed) {
        made++;
        String aggregate =
                typed.payload() instanceof ResourceEvent<?> change
                        ? change.resource().id()
                        : "matrix";
        return new EventRecord(
                new EventHeader(
                        Id.of(IdKind.EVT, new UUID(7, made)),
                        typed.type(),
                        Sample.AT,
                        TestApi.WORKSPACE,
                        aggregate,
                        made,
                        null,
                        null,
                        ACTOR),
                typed.payload());
    }
}
