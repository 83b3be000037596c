package io.postrider.projections.events;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.webhooks.EventTypePattern;
import io.postrider.platform.reads.Query;
import io.postrider.platform.reads.QueryNames;
import io.postrider.platform.reads.QueryResult;
import io.postrider.platform.views.Cursor;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.projections.reading.Pages;
import io.postrider.projections.reading.QueryHandler;
import io.postrider.schemas.Actor;
import io.postrider.schemas.Cause;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.catalogue.EventJson;
import io.postrider.schemas.catalogue.scopes.EventReader;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.json.Json;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Answers queries on a workspace's events. */
public final class EventQueries {

    private static final int SCANNED_MAX = 5_000;
    private static final int EFFECTS_MAX = 100;

    private final ProjectionStore store;
    private final EventProjection view;
    private final EventJson json;

    public EventQueries(ProjectionStore store, SchemaIds ids, EventJson json) {
        this.store = store;
        this.view = new EventProjection(ids);
        this.json = json;
    }

    /** The source of these results. */
    public List<Projection> views() {
        return List.of(view);
    }

    /** The questions by name. */
    public Map<String, QueryHandler> questions() {
        return Map.of(
                QueryNames.EVENTS,
                this::list,
                QueryNames.EVENT,
                this::one,
                QueryNames.EVENT_CAUSE,
                this::cause,
                QueryNames.EVENT_EFFECTS,
                this::effects);
    }

    private QueryResult one(Query question) {
        String id = question.parameters().getOrDefault("id", "-");
        Optional<Long> number = numberOf(question.workspace(), id);
        if (number.isEmpty()) {
            return new QueryResult.Missing();
        }
        return shown(question.workspace(), number.get(), reader(question)::mayRead)
                .<QueryResult>map(node -> new QueryResult.Found(node, null))
                .orElseGet(QueryResult.Missing::new);
    }

    /** The event that led to another one: through a run, or by creating what the other one is about. */
    private QueryResult cause(Query question) {
        String workspace = question.workspace();
        Optional<EventRecord> event =
                numberOf(workspace, question.parameters().getOrDefault("id", "-"))
                        .flatMap(number -> stored(workspace, number))
                        .filter(reader(question)::mayRead);
        if (event.isEmpty()) {
            return new QueryResult.Missing();
        }
        EventHeader header = event.get().header();
        Actor actor = header.actor();
        Cause cause = actor == null ? null : actor.cause();
        Optional<Long> number =
                cause == null
                        ? number(
                                EventProjection.created(
                                        workspace, EventReader.subject(event.get())))
                        : numberOf(workspace, cause.eventId());
        ObjectNode node = Json.object();
        node.put("run_id", cause == null ? null : cause.runId());
        node.set(
                "event",
                number.flatMap(it -> shown(workspace, it, reader(question)::mayRead))
                        .filter(it -> !it.path("id").asString("").equals(header.id()))
                        .orElse(null));
        return new QueryResult.Found(node, null);
    }

    /** The events that runs for an event made, at most a page. */
    private QueryResult effects(Query question) {
        String workspace = question.workspace();
        String id = question.parameters().getOrDefault("id", "-");
        if (readable(question, id).isEmpty()) {
            return new QueryResult.Missing();
        }
        List<ObjectNode> data =
                store
                        .scan(EventProjection.caused(workspace, id), null, EFFECTS_MAX)
                        .entries()
                        .stream()
                        .map(entry -> ByteBuffer.wrap(entry.value()).getLong())
                        .flatMap(number ->
                                shown(workspace, number, reader(question)::mayRead).stream())
                        .toList();
        return Pages.page(data, null);
    }

    private QueryResult list(Query question) {
        Optional<Integer> limit = Pages.limit(question);
        if (limit.isEmpty()) {
            return Pages.badLimit();
        }
        String after = question.parameters().get("after");
        long newest = store.counter(EventProjection.count(question.workspace()));
        boolean ascending = after != null;
        long start = newest;
        if (after != null && !after.isEmpty()) {
            Optional<Long> known = readable(question, after);
            if (known.isEmpty()) {
                return new QueryResult.BadParameter(
                        new FieldError(
                                "after", "unknown_event", "Expected the ID of an event in after."));
            }
            start = known.get() + 1;
        } else if (ascending) {
            start = 1;
        }
        byte[] prefix = EventProjection.inOrder(question.workspace());
        String cursor = question.parameters().get("cursor");
        if (cursor != null) {
            switch (Pages.cursors(question).read(prefix, cursor)) {
                case Cursor.Position.After(byte[] key) ->
                        start = numberIn(key, prefix.length) + (ascending ? 1 : -1);
                case Cursor.Position.Mismatch() -> {
                    return new QueryResult.CursorMismatch();
                }
            }
        }
        return walk(question, start, newest, ascending ? 1 : -1, limit.get());
    }

    private QueryResult walk(Query question, long start, long newest, int step, int limit) {
        EventReader reader = reader(question);
        Predicate<EventHeader> filter = wanted(question.parameters());
        Predicate<EventRecord> wanted =
                event -> filter.test(event.header()) && reader.mayRead(event);
        EventNumbers numbers = new EventNumbers(store, question.workspace(), reader, start, step);
        List<ObjectNode> data = new ArrayList<>();
        int scanned = 0;
        for (OptionalLong next = numbers.next();
                next.isPresent() && next.getAsLong() <= newest;
                next = numbers.next()) {
            long number = next.getAsLong();
            Optional<ObjectNode> found = shown(question.workspace(), number, wanted);
            // A full page goes on to the next event that is wanted, so that there is one where the
            // page says so.
            boolean full = data.size() == limit && found.isPresent();
            if (full || scanned == SCANNED_MAX) {
                return Pages.page(data, cursorAfter(question, number - step));
            }
            found.ifPresent(data::add);
            scanned++;
        }
        return Pages.page(data, null);
    }

    private static String cursorAfter(Query question, long number) {
        byte[] prefix = EventProjection.inOrder(question.workspace());
        byte[] last = EventProjection.inOrder(question.workspace(), number);
        return Pages.cursors(question).after(prefix, last);
    }

    private Optional<ObjectNode> shown(
            String workspace, long number, Predicate<EventRecord> wanted) {
        return stored(workspace, number).filter(wanted).flatMap(json::logged);
    }

    private static EventReader reader(Query question) {
        return EventReader.read(question.parameters().get(QueryNames.READER));
    }

    /** The number of an event that the reader may read. */
    private Optional<Long> readable(Query question, String event) {
        return numberOf(question.workspace(), event)
                .filter(number ->
                        stored(question.workspace(), number)
                                .filter(reader(question)::mayRead)
                                .isPresent());
    }

    private Optional<EventRecord> stored(String workspace, long number) {
        return Optional.ofNullable(store.get(EventProjection.inOrder(workspace, number)))
                .map(view::decode);
    }

    private Optional<Long> numberOf(String workspace, String event) {
        return number(EventProjection.numberOf(workspace, event));
    }

    private Optional<Long> number(byte[] key) {
        return Optional.ofNullable(store.get(key)).map(bytes -> ByteBuffer.wrap(bytes).getLong());
    }

    private static long numberIn(byte[] key, int prefixLength) {
        // A forged cursor of another length points nowhere.
        return key.length == prefixLength + Long.BYTES
                ? ByteBuffer.wrap(key, prefixLength, Long.BYTES).getLong() ^ Long.MIN_VALUE
                : 0;
    }

    private static Predicate<EventHeader> wanted(Map<String, String> parameters) {
        Predicate<String> without = types(parameters.getOrDefault("without", ""));
        Predicate<String> types = types(parameters.get("types")).and(without.negate());
        String actor = parameters.get("actor");
        return header ->
                types.test(header.type())
                        && (actor == null
                                || (header.actor() != null && header.actor().id().equals(actor)));
    }

    private static Predicate<String> types(@Nullable String types) {
        if (types == null) {
            return _ -> true;
        }
        List<String> patterns =
                Arrays.stream(types.split(",", -1))
                        .map(String::strip)
                        .map(EventTypePattern::canonical)
                        .toList();
        return type -> EventTypePattern.anyMatches(patterns, type);
    }
}
