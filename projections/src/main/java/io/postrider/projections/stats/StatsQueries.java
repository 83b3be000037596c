package io.postrider.projections.stats;

import io.postrider.domain.kernel.FieldError;
import io.postrider.platform.reads.Query;
import io.postrider.platform.reads.QueryNames;
import io.postrider.platform.reads.QueryResult;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionPage;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.projections.reading.Pages;
import io.postrider.projections.reading.QueryHandler;
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

/** Answers queries on clicks: single ones, and counts. The existence of the link is checked before. */
public final class StatsQueries {

    private final ProjectionStore store;
    private final EventCodec codec;

    public StatsQueries(ProjectionStore store, SchemaIds ids) {
        this.store = store;
        this.codec = EventCodec.clicks(ids);
    }

    /** Counted clicks of a bucket. */
    private static final class Counts {
        private long clicks;
        private long uniques;
    }

    /** The source of these results. */
    public static List<Projection> views(SchemaIds ids) {
        return List.of(new ClickProjection(ids));
    }

    /** The questions by name. */
    public Map<String, QueryHandler> questions() {
        return Map.of(
                QueryNames.LINK_CLICKS, this::clicks,
                QueryNames.LINK_STATS, this::linkStats,
                QueryNames.CLICK_STATS, question -> stats(question, ClickProjection.ALL));
    }

    /** The number of clicks of people on a link. */
    public static long clickCount(ProjectionStore store, String workspace, String link) {
        return store.counter(ClickProjection.total(workspace, link));
    }

    private QueryResult clicks(Query question) {
        String link = question.parameters().getOrDefault("id", "-");
        return Pages.of(
                store,
                question,
                ClickProjection.clicks(question.workspace(), link),
                entry ->
                        codec.decode(entry.value()).payload() instanceof LinkClicked clicked
                                ? Optional.of(ClickJson.of(clicked.click()))
                                : Optional.empty());
    }

    private QueryResult linkStats(Query question) {
        return stats(question, question.parameters().getOrDefault("id", "-"));
    }

    private QueryResult stats(Query question, String scope) {
        Map<String, String> parameters = question.parameters();
        String interval = parameters.getOrDefault("interval", "day");
        if (!Range.isInterval(interval)) {
            return bad("interval", "Expected hour, day or none.");
        }
        Range range;
        try {
            range = Range.of(interval, parameters);
        } catch (DateTimeException e) {
            return bad(
                    "timezone",
                    "Expected an IANA time zone in timezone, and RFC 3339 times in from and to.");
        }
        return new QueryResult.Found(
                body(range, buckets(question.workspace(), scope, range)), null);
    }

    private SortedMap<Instant, Counts> buckets(String workspace, String scope, Range range) {
        SortedMap<Instant, Counts> buckets = new TreeMap<>();
        byte[] prefix = ClickProjection.quarters(workspace, scope);
        Instant from = range.from();
        byte[] after =
                from == null
                        ? null
                        : ClickProjection.before(workspace, scope, ClickProjection.quarter(from));
        ProjectionPage page;
        do {
            page = store.scan(prefix, after, ProjectionStore.LARGEST_PAGE);
            for (ProjectionPage.Entry entry : page.entries()) {
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

    private static QueryResult bad(String parameter, String detail) {
        return new QueryResult.BadParameter(new FieldError(parameter, "invalid_value", detail));
    }
}
