package io.postrider.api;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.links.LinkEvent.LinkChange;
import io.postrider.runtime.reads.Questions;
import io.postrider.runtime.reads.ReadAnswer;
import io.postrider.runtime.reads.ReadQuestion;
import io.postrider.runtime.reads.Reads;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.catalogue.AggregateType;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.schemas.catalogue.Rendering;
import io.postrider.schemas.json.EventJson;
import io.postrider.schemas.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Read models over the events of a {@link FakeLog}, always up to date unless told otherwise. */
public final class FakeReads implements Reads {

    /** How often every link was followed. */
    public static final long CLICKS = 7;

    private final FakeLog log;
    private final Rendering rendering = new Rendering(TestApi.BASE_URL, TestApi.DOMAIN);
    private final List<ReadQuestion> asked = new CopyOnWriteArrayList<>();
    private volatile @Nullable ReadAnswer instead;
    private volatile boolean behind;
    private volatile boolean late;
    private volatile CompletionStage<?> before = CompletableFuture.completedStage(null);

    FakeReads(FakeLog log) {
        this.log = log;
    }

    /** What was asked, oldest first. */
    public List<ReadQuestion> asked() {
        return List.copyOf(asked);
    }

    /** The last question. */
    public ReadQuestion last() {
        return asked.getLast();
    }

    /** Answers everything in this way from now on; null answers as things are. */
    public void answerInstead(@Nullable ReadAnswer answer) {
        instead = answer;
    }

    /** Knows nothing from now on, unless a question waits for a write. */
    public void knowOnlyWhatIsWaitedFor() {
        behind = true;
    }

    /** Knows nothing from now on, and no wait for a write is long enough. */
    public void neverCatchUp() {
        behind = true;
        late = true;
    }

    /** Answers what is asked from now on when the stage is complete. */
    public void answerAfter(CompletionStage<?> stage) {
        before = stage;
    }

    @Override
    public CompletionStage<ReadAnswer> ask(ReadQuestion question) {
        asked.add(question);
        ReadAnswer other = behind && question.token() == null ? new ReadAnswer.Missing() : instead;
        if (late && question.token() != null) {
            other = new ReadAnswer.Behind();
        }
        ReadAnswer said = other;
        return before.thenApply(_ -> said == null ? answer(question) : said);
    }

    private ReadAnswer answer(ReadQuestion question) {
        String id = question.parameters().getOrDefault("id", "");
        return switch (question.name()) {
            case Questions.EVENTS -> events(question);
            case Questions.EVENT ->
                    shown(question, node -> node.path("id").asString("").equals(id)).stream()
                            .findFirst()
                            .<ReadAnswer>map(node -> new ReadAnswer.Found(node, null))
                            .orElse(new ReadAnswer.Missing());
            case Questions.LINK_STATS, Questions.CLICK_STATS -> statistics(question);
            case Questions.LINK_CLICKS ->
                    one(question, "link", id) instanceof ReadAnswer.Found
                            ? page(question, List.of())
                            : new ReadAnswer.Missing();
            case Questions.DELIVERIES -> deliveries(question);
            case Questions.DELIVERY ->
                    delivery(question, id)
                            .<ReadAnswer>map(node -> new ReadAnswer.Found(node, null))
                            .orElse(new ReadAnswer.Missing());
            case Questions.ATTEMPTS ->
                    delivery(question, id).isPresent()
                            ? page(question, List.of(FakeDeliveries.attempt(id)))
                            : new ReadAnswer.Missing();
            default -> resource(question, id);
        };
    }

    /** The list of an aggregate, or one of its resources. */
    private ReadAnswer resource(ReadQuestion question, String id) {
        for (AggregateType<?, ?, ?, ?> entry : Catalogue.all()) {
            if (question.name().equals(entry.name())) {
                return one(question, entry.name(), id);
            }
            if (question.name().equals(entry.name() + "s")) {
                return page(question, resources(question, entry.name()));
            }
        }
        return page(question, List.of());
    }

    private ReadAnswer statistics(ReadQuestion question) {
        String link = question.parameters().get("id");
        if (link != null && one(question, "link", link) instanceof ReadAnswer.Missing) {
            return new ReadAnswer.Missing();
        }
        ObjectNode body = Json.object().put("object", "stats");
        body.put("interval", question.parameters().getOrDefault("interval", "day"));
        body.put("timezone", question.parameters().getOrDefault("timezone", "UTC"));
        body.putArray("data");
        body.putObject("totals").put("clicks", CLICKS).put("uniques", CLICKS);
        return new ReadAnswer.Found(body, null);
    }

    private ReadAnswer deliveries(ReadQuestion question) {
        String webhook = question.parameters().get("webhook_id");
        if (webhook != null && one(question, "webhook", webhook) instanceof ReadAnswer.Missing) {
            return new ReadAnswer.Missing();
        }
        return page(
                question,
                FakeDeliveries.of(log.events(), question.workspace()).stream()
                        .filter(node -> isWanted(node, "webhook_id", webhook))
                        .filter(node ->
                                isWanted(node, "event_id", question.parameters().get("event_id")))
                        .filter(node -> isWanted(node, "state", question.parameters().get("state")))
                        .toList());
    }

    private static boolean isWanted(ObjectNode node, String member, @Nullable String value) {
        return value == null || node.path(member).asString("").equals(value);
    }

    private Optional<ObjectNode> delivery(ReadQuestion question, String id) {
        return FakeDeliveries.of(log.events(), question.workspace()).stream()
                .filter(node -> isWanted(node, "id", id))
                .findFirst();
    }

    private ReadAnswer one(ReadQuestion question, String object, String id) {
        return resources(question, object).stream()
                .filter(node -> node.path("id").asString("").equals(id))
                .findFirst()
                .<ReadAnswer>map(node -> new ReadAnswer.Found(node, node.path("version").asLong(0)))
                .orElse(new ReadAnswer.Missing());
    }

    private List<ObjectNode> resources(ReadQuestion question, String object) {
        Map<String, ObjectNode> newest = new LinkedHashMap<>();
        for (EventRecord event : log.events()) {
            if (event.header().workspace().equals(question.workspace())) {
                resource(event, object, newest);
            }
        }
        return new ArrayList<>(newest.values()).reversed();
    }

    private void resource(EventRecord event, String object, Map<String, ObjectNode> newest) {
        ObjectNode node =
                Catalogue.data(event.payload(), event.header().sequence(), rendering)
                        .orElseGet(Json::object);
        if (event.payload() instanceof LinkChange) {
            node.put("click_count", CLICKS);
        }
        String id = node.path("id").asString("");
        if (event.header().type().endsWith(".deleted")) {
            newest.remove(id);
        } else if (node.path("object").asString("").equals(object)) {
            newest.put(id, node);
        }
    }

    private ReadAnswer events(ReadQuestion question) {
        String after = question.parameters().get("after");
        List<ObjectNode> all = shown(question, node -> true);
        if (after == null) {
            return page(question, all.reversed());
        }
        int start = 0;
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).path("id").asString("").equals(after)) {
                start = i + 1;
            }
        }
        if (!after.isEmpty() && start == 0) {
            return new ReadAnswer.BadParameter(
                    new FieldError("after", "unknown_event", "Unknown."));
        }
        return page(question, all.subList(start, all.size()));
    }

    private List<ObjectNode> shown(ReadQuestion question, Predicate<ObjectNode> wanted) {
        EventJson json = new EventJson(rendering);
        return log.events().stream()
                .filter(event -> event.header().workspace().equals(question.workspace()))
                .map(json::logged)
                .flatMap(Optional::stream)
                .filter(wanted)
                .toList();
    }

    private static ReadAnswer page(ReadQuestion question, List<ObjectNode> all) {
        int limit = Integer.parseInt(question.parameters().getOrDefault("limit", "25"));
        String cursor = question.parameters().getOrDefault("cursor", "c0");
        if (!cursor.matches("c[0-9]+")) {
            return new ReadAnswer.CursorMismatch();
        }
        int from = Math.min(all.size(), Integer.parseInt(cursor.substring(1)));
        int to = Math.min(all.size(), from + limit);
        ObjectNode body = Json.object().put("object", "list");
        ArrayNode data = body.putArray("data");
        all.subList(from, to).forEach(data::add);
        body.put("has_more", to < all.size());
        body.put("next_cursor", to < all.size() ? "c" + to : null);
        return new ReadAnswer.Found(body, null);
    }
}
