package io.postrider.projections.stats;

import io.postrider.domain.kernel.FieldError;
import io.postrider.platform.reads.Questions;
import io.postrider.platform.reads.ReadAnswer;
import io.postrider.platform.reads.ReadQuestion;
import io.postrider.platform.views.View;
import io.postrider.platform.views.ViewPage;
import io.postrider.platform.views.ViewStore;
import io.postrider.projections.reading.Pages;
import io.postrider.projections.reading.Question;
import io.postrider.schemas.LinkClicked;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.json.ClickJson;
import io.postrider.schemas.json.Json;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Answers what is asked about clicks: one by one, and counted. That the link exists is checked before. */
public final class StatsQuestions {

    private final ViewStore store;
    private final EventCodec codec;

    public StatsQuestions(ViewStore store, SchemaIds ids) {
        this.store = store;
        this.codec = EventCodec.clicks(ids);
    }

    /** Counted clicks of a bucket. */
    private static final class Counts {
        private long clicks;
        private long uniques;
    }

    /** What these answers are read from. */
    public static List<View> views(SchemaIds ids) {
        return List.of(new ClickView(ids));
    }

    /** The questions by name. */
    public Map<String, Question> questions() {
        return Map.of(
                Questions.LINK_CLICKS, this::clicks,
                Questions.LINK_STATS, this::linkStats,
                Questions.CLICK_STATS, question -> stats(question, ClickView.ALL));
    }

    /** How often people have followed a link. */
    public static long clickCount(ViewStore store, String workspace, String link) {
        return store.counter(ClickView.total(workspace, link));
    }

    private ReadAnswer clicks(ReadQuestion question) {
        String link = question.parameters().getOrDefault("id", "-");
        return Pages.of(
                store,
                question,
                ClickView.clicks(question.workspace(), link),
                entry ->
                        codec.decode(entry.value()).payload() instanceof LinkClicked clicked
                                ? Optional.of(ClickJson.of(clicked.click()))
                                : Optional.empty());
    }

    private ReadAnswer linkStats(ReadQuestion question) {
        return stats(question, question.parameters().getOrDefault("id", "-"));
    }

    private ReadAnswer stats(ReadQuestion question, String scope) {
        Map<String, String> parameters = question.parameters();
        String interval = parameters.getOrDefault("interval", "day");
        if (!Range.isInterval(interval)) {
            return bad("interval", "interval is hour, day or none.");
        }
        Range range;
        try {
            range = Range.of(interval, parameters);
        } catch (DateTimeException e) {
            return bad("timezone", "timezone is an IANA time zone, from and to are RFC 3339.");
        }
        return new ReadAnswer.Found(body(range, buckets(question.workspace(), scope, range)), null);
    }

    private SortedMap<Instant, Counts> buckets(String workspace, String scope, Range range) {
        SortedMap<Instant, Counts> buckets = new TreeMap<>();
        byte[] prefix = ClickView.quarters(workspace, scope);
        Instant from = range.from();
        byte[] after =
                from == null ? null : ClickView.before(workspace, scope, ClickView.quarter(from));
        ViewPage page;
        do {
            page = store.scan(prefix, after, ViewStore.LARGEST_PAGE);
            for (ViewPage.Entry entry : page.entries()) {
                after = entry.key();
                ByteBuffer key = ByteBuffer.wrap(after, prefix.length, Long.BYTES + 1);
                Instant quarter = Instant.ofEpochMilli(key.getLong() ^ Long.MIN_VALUE);
                if (range.endsBefore(quarter)) {
                    return buckets;
                }
                Counts counts = buckets.computeIfAbsent(range.bucket(quarter), _ -> new Counts());
                long value = ByteBuffer.wrap(entry.value()).getLong();
                if (key.get() == 0) {
                    counts.clicks += value;
                } else {
                    counts.uniques += value;
                }
            }
        } while (page.hasMore());
        return buckets;
    }

    private static ObjectNode body(Range range, SortedMap<Instant, Counts> buckets) {
        ObjectNode body = Json.object();
        body.put("object", "stats");
        body.put("interval", range.interval());
        body.put("timezone", range.zone().getId());
        ArrayNode data = body.putArray("data");
        Counts totals = new Counts();
        buckets.forEach((at, counts) -> {
            totals.clicks += counts.clicks;
            totals.uniques += counts.uniques;
            if (!range.interval().equals("none")) {
                data.add(counted(counts).put("at", Json.time(at)));
            }
        });
        if (range.interval().equals("none")) {
            data.add(counted(totals));
        }
        body.set("totals", counted(totals));
        return body;
    }

    private static ObjectNode counted(Counts counts) {
        return Json.object().put("clicks", counts.clicks).put("uniques", counts.uniques);
    }

    private static ReadAnswer bad(String parameter, String detail) {
        return new ReadAnswer.BadParameter(new FieldError(parameter, "invalid_value", detail));
    }
}
