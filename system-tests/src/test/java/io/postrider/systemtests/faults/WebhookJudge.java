package io.postrider.systemtests.faults;

import io.postrider.domain.links.LinkEvent;
import io.postrider.domain.webhooks.WebhookEvent;
import io.postrider.schemas.EventRecord;
import io.postrider.systemtests.faults.Act.Kind;
import io.postrider.testkit.http.ReceivedRequest;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** Judges deliveries: which had to come, and that each comes under the id of its event. */
final class WebhookJudge {

    private static final JsonMapper JSON = new JsonMapper();

    private final List<Act> acts;
    private final List<EventRecord> links;
    private final List<EventRecord> clicks;

    WebhookJudge(List<Act> acts, List<EventRecord> links, List<EventRecord> clicks) {
        this.acts = acts;
        this.links = links;
        this.clicks = clicks;
    }

    /** By path, the events that never came. */
    Map<String, Set<String>> missing(List<ReceivedRequest> received) {
        Map<String, Set<String>> missing = new TreeMap<>();
        for (Act webhook : acts) {
            if (webhook.kind() == Kind.CREATE_WEBHOOK && webhook.done()) {
                Set<String> due = due(webhook);
                received.stream()
                        .filter(request -> request.target().equals(webhook.subject()))
                        .forEach(request -> due.remove(eventId(request)));
                if (!due.isEmpty()) {
                    missing.put(webhook.subject(), due);
                }
            }
        }
        return missing;
    }

    void judge(
            List<ReceivedRequest> received,
            List<EventRecord> listings,
            List<EventRecord> webhooks,
            Faults faults) {
        Set<String> events =
                Stream.of(links, clicks, listings)
                        .flatMap(List::stream)
                        .map(event -> event.header().id())
                        .collect(Collectors.toSet());
        for (ReceivedRequest request : received) {
            String event = eventId(request);
            String id = request.header("webhook-id").orElse("none");
            faults.unless(id.equals(event), "%s: %s under %s".formatted(request, event, id));
            faults.unless(
                    events.contains(event), "not in the log: %s %s".formatted(request, event));
        }
        acts.stream()
                .filter(act -> act.kind() == Kind.CREATE_WEBHOOK)
                .forEach(act -> creation(act, webhooks, faults));
    }

    /** The log holds URLs as ciphertext; the load writes the path into the description too. */
    private static void creation(Act act, List<EventRecord> webhooks, Faults faults) {
        long times =
                webhooks.stream()
                        .map(EventRecord::payload)
                        .filter(payload ->
                                payload instanceof WebhookEvent.WebhookCreated created
                                        && act.subject().equals(created.endpoint().description()))
                        .count();
        faults.unless(times <= 1, "%s times: %s".formatted(times, act));
        faults.unless(times == 1 || !act.done(), "lost: %s".formatted(act));
        faults.unless(
                times == 0 || act.done() || act.unknown(), "refused, but there: %s".formatted(act));
    }

    private Set<String> due(Act webhook) {
        if (webhook.detail().equals("link.*")) {
            Set<String> all =
                    links.stream()
                            .filter(event ->
                                    switch (event.header().type()) {
                                        case "link.created", "link.updated", "link.deleted" -> true;
                                        default -> false;
                                    })
                            .map(event -> event.header().id())
                            .collect(Collectors.toCollection(HashSet::new));
            clicks.forEach(event -> all.add(event.header().id()));
            return all;
        }
        Set<String> earlier =
                acts.stream()
                        .filter(act -> act.kind() == Kind.CREATE_LINK && !webhook.before(act))
                        .map(Act::subject)
                        .collect(Collectors.toSet());
        return links.stream()
                .filter(event ->
                        event.payload() instanceof LinkEvent.LinkCreated created
                                && LinkJudge.isOfLoad(created.link())
                                && !earlier.contains(created.link().url()))
                .map(event -> event.header().id())
                .collect(Collectors.toCollection(HashSet::new));
    }

    private static String eventId(ReceivedRequest request) {
        return JSON.readTree(request.text()).path("id").asString("none");
    }
}
