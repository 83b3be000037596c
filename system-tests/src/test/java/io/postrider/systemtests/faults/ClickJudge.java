package io.postrider.systemtests.faults;

import io.postrider.schemas.Click;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.LinkClicked;
import io.postrider.systemtests.PostriderProcess;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Judges clicks, each known by the page that its visitor said to come from. */
final class ClickJudge {

    private final List<Act> visits;
    private final List<Click> clicks;
    private final Faults faults;

    ClickJudge(List<Act> acts, List<EventRecord> log, Faults faults) {
        this.visits = acts.stream().filter(act -> act.kind() == Act.Kind.VISIT).toList();
        this.clicks = clicks(log);
        this.faults = faults;
    }

    static List<Click> clicks(List<EventRecord> log) {
        return log.stream()
                .map(EventRecord::payload)
                .filter(LinkClicked.class::isInstance)
                .map(payload -> ((LinkClicked) payload).click())
                .toList();
    }

    void judge(PostriderProcess postrider) throws IOException, InterruptedException {
        unique("id", Click::id);
        unique("place", click -> click.node() + "/" + click.lane() + "/" + click.sequence());
        Map<String, Long> counted =
                clicks.stream()
                        .collect(
                                Collectors.groupingBy(
                                        click -> String.valueOf(click.referrer()),
                                        Collectors.counting()));
        for (Act visit : visits) {
            long times = counted.getOrDefault(visit.detail(), 0L);
            faults.unless(times <= 1, "counted %s times: %s".formatted(times, visit));
            faults.unless(times == 1 || visit.status() != 302, "not counted: %s".formatted(visit));
            faults.unless(
                    times == 0 || visit.status() == 302 || visit.unknown(),
                    "refused, but counted: %s".formatted(visit));
        }
        Set<String> known = visits.stream().map(Act::detail).collect(Collectors.toSet());
        counted.keySet()
                .forEach(marker ->
                        faults.unless(known.contains(marker), "whose? %s".formatted(marker)));
        statistics(postrider);
    }

    private void unique(String what, Function<Click, String> of) {
        Set<String> seen = new HashSet<>();
        clicks.forEach(click ->
                faults.unless(
                        seen.add(of.apply(click)), "twice the %s: %s".formatted(what, click)));
    }

    private void statistics(PostriderProcess postrider) throws IOException, InterruptedException {
        Map<String, Long> byLink =
                clicks.stream()
                        .collect(Collectors.groupingBy(Click::linkId, Collectors.counting()));
        for (Map.Entry<String, Long> link : byLink.entrySet()) {
            String path = "/api/v1/links/" + link.getKey() + "/stats";
            var read = postrider.get(path);
            // A link that was deleted has no page any more.
            long shown =
                    read.statusCode() == 404
                            ? link.getValue()
                            : PostriderProcess.json(read).path("totals").path("clicks").asLong(-1);
            faults.unless(
                    shown == link.getValue(),
                    "statistics say %s, the log %s: %s"
                            .formatted(shown, link.getValue(), link.getKey()));
        }
    }
}
