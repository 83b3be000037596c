package io.postrider.projections.links;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkEvent.LinkChange;
import io.postrider.projections.reading.Pages;
import io.postrider.projections.reading.Question;
import io.postrider.runtime.reads.Questions;
import io.postrider.runtime.reads.ReadAnswer;
import io.postrider.runtime.reads.ReadQuestion;
import io.postrider.runtime.views.View;
import io.postrider.runtime.views.ViewStore;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventCodec;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.SchemaIds;
import io.postrider.schemas.catalogue.Rendering;
import io.postrider.schemas.json.LinkJson;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongBiFunction;
import tools.jackson.databind.node.ObjectNode;

/** Answers what is asked about short links. */
public final class LinkQuestions {

    private final ViewStore store;
    private final EventCodec codec;
    private final Rendering rendering;
    private final ToLongBiFunction<String, String> clickCount;

    /**
     * @param clickCount how often a workspace's link was followed
     */
    public LinkQuestions(
            ViewStore store,
            SchemaIds ids,
            Rendering rendering,
            ToLongBiFunction<String, String> clickCount) {
        this.store = store;
        this.codec = EventCodec.of(Context.LINKS, ids);
        this.rendering = rendering;
        this.clickCount = clickCount;
    }

    /** What these answers are read from. */
    public static List<View> views(SchemaIds ids) {
        return List.of(new LinkView(ids));
    }

    /** The questions by name. */
    public Map<String, Question> questions() {
        return Map.of(Questions.LINKS, this::list, Questions.LINK, this::one);
    }

    private ReadAnswer list(ReadQuestion question) {
        Predicate<Link> wanted;
        try {
            wanted = filter(question.parameters());
        } catch (DateTimeParseException e) {
            return new ReadAnswer.BadParameter(
                    new FieldError(
                            "created_after", "invalid_time", "created_after is an RFC 3339 time."));
        }
        return Pages.of(
                store,
                question,
                LinkView.newestFirst(question.workspace()),
                entry -> shown(entry.value(), wanted));
    }

    private ReadAnswer one(ReadQuestion question) {
        String id = question.parameters().getOrDefault("id", "-");
        byte[] found = store.get(LinkView.byId(question.workspace(), id));
        if (found == null) {
            return new ReadAnswer.Missing();
        }
        return shown(found, _ -> true)
                .<ReadAnswer>map(node -> new ReadAnswer.Found(node, node.path("version").asLong()))
                .orElseGet(ReadAnswer.Missing::new);
    }

    private Optional<ObjectNode> shown(byte[] stored, Predicate<Link> wanted) {
        EventRecord record = codec.decode(stored);
        if (!(record.payload() instanceof LinkChange event) || !wanted.test(event.link())) {
            return Optional.empty();
        }
        Link link = event.link();
        ObjectNode node = LinkJson.of(link, record.header().sequence(), rendering);
        node.put("click_count", clickCount.applyAsLong(link.workspace(), link.id()));
        return Optional.of(node);
    }

    private static Predicate<Link> filter(Map<String, String> parameters) {
        Predicate<Link> wanted = _ -> true;
        String tag = parameters.get("tag");
        if (tag != null) {
            wanted = wanted.and(link -> link.tags().contains(tag));
        }
        String domain = parameters.get("domain");
        if (domain != null) {
            wanted = wanted.and(link -> link.domain().equals(domain.toLowerCase(Locale.ROOT)));
        }
        String externalId = parameters.get("external_id");
        if (externalId != null) {
            wanted = wanted.and(link -> externalId.equals(link.externalId()));
        }
        String after = parameters.get("created_after");
        if (after != null) {
            Instant since = Instant.parse(after);
            wanted = wanted.and(link -> link.createdAt().isAfter(since));
        }
        String text = parameters.get("q");
        return text == null ? wanted : wanted.and(link -> mentions(link, text));
    }

    private static boolean mentions(Link link, String text) {
        String sought = text.toLowerCase(Locale.ROOT);
        return contains(link.slug(), sought)
                || contains(link.url(), sought)
                || (link.title() != null && contains(link.title(), sought));
    }

    private static boolean contains(String text, String sought) {
        return text.toLowerCase(Locale.ROOT).contains(sought);
    }
}
