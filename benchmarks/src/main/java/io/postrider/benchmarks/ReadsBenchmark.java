package io.postrider.benchmarks;

import io.postrider.benchmarks.load.BenchmarkException;
import io.postrider.benchmarks.load.HttpConnection;
import io.postrider.benchmarks.load.Latencies;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;

/** The time that a page of links takes, by filter, in a workspace with few links and in the same one with many. */
final class ReadsBenchmark {

    private static final int FEW = 1_000;
    private static final int THOUSAND = 1_000;
    private static final int WARM_UP = 100;
    private static final int REQUESTS = 500;
    private static final int DEEP_PAGES = 400;
    private static final long SLOWEST_NANOS = 60_000_000_000L;
    private static final double FILTER_MS = 15;
    private static final double TWO_FILTERS_MS = 25;
    private static final double WORDS_MS = 50;
    private static final List<String> COLORS =
            List.of("amber", "blue", "crimson", "denim", "emerald", "fuchsia", "gold", "hazel");
    private static final Pattern CURSOR = Pattern.compile("\"next_cursor\":\"([^\"]+)\"");

    private final Setup setup;
    private final Report report;
    private final Map<String, Case> cases = new LinkedHashMap<>();

    /** @param most milliseconds of the 99th percentile */
    private record Case(String query, boolean deep, double most) {}

    ReadsBenchmark(Setup setup, Report report) {
        this.setup = setup;
        this.report = report;
        add("all, first page", "", false, FILTER_MS);
        add("all, page " + DEEP_PAGES, "", true, FILTER_MS);
        add("tag of every second link, first page", "tag=second", false, FILTER_MS);
        add("tag of every second link, page " + DEEP_PAGES, "tag=second", true, FILTER_MS);
        add("tag of every 1,000th link", "tag=rare", false, FILTER_MS);
        add("tag of no link", "tag=none", false, FILTER_MS);
        add("external_id of one link", "external_id=ext-7", false, FILTER_MS);
        add("domain of all links", "domain=localhost", false, FILTER_MS);
        add("tag and domain", "tag=second&domain=localhost", false, TWO_FILTERS_MS);
        add("two filters that rarely meet", "tag=rare&q=amber", false, TWO_FILTERS_MS);
        add("q, a word", "q=crimson", false, WORDS_MS);
        add("q, a beginning", "q=fuch", false, WORDS_MS);
        add("q, a beginning of very many words", "q=read", false, WORDS_MS);
        add("q, two words", "q=" + encoded("campaign gold"), false, WORDS_MS);
        add("q, two words that never meet", "q=" + encoded("amber blue"), false, WORDS_MS);
        add("q, of no link", "q=zebra", false, WORDS_MS);
    }

    private void add(String name, String query, boolean deep, double most) {
        cases.put(name, new Case(query, deep, most));
    }

    void run() {
        long links = (long) setup.options().thousands() * THOUSAND;
        Creators creators = new Creators(ReadsBenchmark::create);
        try (Product product = Product.start(setup, "reads")) {
            creators.createUntil(product, FEW);
            Map<String, Latencies> few = measured(product);
            creators.createUntil(product, links);
            Map<String, Latencies> many = measured(product);
            describe(links, few, many);
        }
    }

    private static void create(HttpConnection caller, long number) throws IOException {
        List<String> tags = new ArrayList<>();
        if (number % 2 == 0) {
            tags.add("\"second\"");
        }
        if (number % THOUSAND == 0) {
            tags.add("\"rare\"");
        }
        String color = COLORS.get((int) (number % COLORS.size()));
        String body =
                "{\"url\":\"%s\",\"slug\":\"read%d\",\"title\":\"Campaign %s %d\",\"tags\":[%s],\"external_id\":\"ext-%d\"}"
                        .formatted(
                                Contender.TARGET,
                                number,
                                color,
                                number % 100,
                                String.join(",", tags),
                                number);
        var _ = caller.post(Links.PATH, body).expect(201);
    }

    private Map<String, Latencies> measured(Product product) {
        Map<String, Latencies> all = new LinkedHashMap<>();
        try (HttpConnection caller = product.caller()) {
            for (Map.Entry<String, Case> each : cases.entrySet()) {
                String path = path(caller, each.getValue());
                for (int i = 0; i < WARM_UP; i++) {
                    var _ = caller.get(path).expect(200);
                }
                Histogram times = new Histogram(SLOWEST_NANOS, 3);
                for (int i = 0; i < REQUESTS; i++) {
                    long began = System.nanoTime();
                    var _ = caller.get(path).expect(200);
                    times.recordValue(System.nanoTime() - began);
                }
                all.put(each.getKey(), Latencies.of(times));
            }
        } catch (IOException e) {
            throw new BenchmarkException("a list was not answered", e);
        }
        return all;
    }

    /** The page itself, or the one that many others lead to, or the last one of a short list. */
    private static String path(HttpConnection caller, Case wanted) throws IOException {
        String first = Links.PATH + "?limit=25&" + wanted.query();
        String path = first;
        for (int i = 1; wanted.deep() && i < DEEP_PAGES; i++) {
            Matcher cursor = CURSOR.matcher(caller.get(path).expect(200).body());
            if (!cursor.find()) {
                break;
            }
            path = first + "&cursor=" + cursor.group(1);
        }
        return path;
    }

    private void describe(long links, Map<String, Latencies> few, Map<String, Latencies> many) {
        report.heading("Reads");
        report.say(
                "One connection asked %d times for a page of 25 links, one after the other, in a workspace with %d links and in the same one with %d."
                        .formatted(REQUESTS, FEW, links));
        List<List<String>> rows = new ArrayList<>();
        for (String name : cases.keySet()) {
            Latencies small = few.getOrDefault(name, Latencies.of(List.of()));
            Latencies large = many.getOrDefault(name, Latencies.of(List.of()));
            rows.add(
                    List.of(
                            name,
                            Latencies.shown(small.p50Ms()),
                            Latencies.shown(small.p99Ms()),
                            Latencies.shown(large.p50Ms()),
                            Latencies.shown(large.p99Ms())));
            double most = cases.getOrDefault(name, new Case("", false, 0)).most();
            report.target(Goal.latency("list, " + name + ", p99", most, large, large.p99Ms()));
        }
        report.table(
                List.of(
                        "list",
                        FEW + " links, p50 ms",
                        "p99 ms",
                        links + " links, p50 ms",
                        "p99 ms"),
                rows);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
