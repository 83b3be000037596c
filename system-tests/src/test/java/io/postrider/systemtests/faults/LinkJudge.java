package io.postrider.systemtests.faults;

import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkEvent;
import io.postrider.domain.links.LinkEvent.LinkChange;
import io.postrider.schemas.EventRecord;
import io.postrider.systemtests.PostriderProcess;
import io.postrider.systemtests.faults.Act.Kind;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Judges links, known by their targets, each of which no other link has. */
final class LinkJudge {

    private static final Story NEVER = new Story(List.of(), List.of());

    private final Map<String, Story> stories = new HashMap<>();
    private final PostriderProcess postrider;
    private final Faults faults;

    /** The requests and the events of the link of one target. */
    private record Story(List<Act> acts, List<LinkChange> events) {

        List<Act> of(Kind kind) {
            return acts.stream().filter(act -> act.kind() == kind).toList();
        }

        <E extends LinkChange> List<E> events(Class<E> type) {
            return events.stream().filter(type::isInstance).map(type::cast).toList();
        }

        boolean deleted() {
            return !events(LinkEvent.LinkDeleted.class).isEmpty();
        }
    }

    LinkJudge(List<Act> acts, List<EventRecord> log, PostriderProcess postrider, Faults faults) {
        this.postrider = postrider;
        this.faults = faults;
        for (Act act : acts) {
            switch (act.kind()) {
                case CREATE_LINK, EDIT_LINK, DELETE_LINK -> story(act.subject()).acts().add(act);
                case VISIT, CREATE_KEY, USE_KEY, REVOKE_KEY, CREATE_WEBHOOK -> {}
            }
        }
        for (EventRecord event : log) {
            if (event.payload() instanceof LinkChange change && isOfLoad(change.link())) {
                story(change.link().url()).events().add(change);
            }
        }
    }

    /** Rules make links of their own. */
    static boolean isOfLoad(Link link) {
        return link.url().startsWith("https://example.com/");
    }

    private Story story(String url) {
        return stories.computeIfAbsent(url, _ -> new Story(new ArrayList<>(), new ArrayList<>()));
    }

    void judge(List<Act> acts) throws IOException, InterruptedException {
        for (Map.Entry<String, Story> story : stories.entrySet()) {
            creation(story.getKey(), story.getValue());
            edits(story.getKey(), story.getValue());
            deletion(story.getKey(), story.getValue());
            standing(story.getKey(), story.getValue());
        }
        Map<String, Story> bySlug =
                stories.values().stream()
                        .filter(story -> !story.events().isEmpty())
                        .collect(Collectors.toMap(LinkJudge::slug, story -> story));
        acts.stream()
                .filter(act -> act.kind() == Kind.VISIT)
                .forEach(visit -> visit(visit, bySlug.getOrDefault(visit.subject(), NEVER)));
    }

    private void creation(String url, Story story) {
        List<Act> acts = story.of(Kind.CREATE_LINK);
        int count = story.events(LinkEvent.LinkCreated.class).size();
        Set<String> ids =
                acts.stream().filter(Act::done).map(a -> a.answered(0)).collect(Collectors.toSet());
        ids.addAll(story.events().stream().map(event -> event.link().id()).toList());
        faults.unless(count <= 1, "created %s times: %s".formatted(count, url));
        faults.unless(ids.size() <= 1, "has ids %s: %s".formatted(ids, url));
        faults.unless(count == 1 || acts.stream().noneMatch(Act::done), "lost: %s".formatted(acts));
        faults.unless(
                count == 0 || acts.stream().anyMatch(act -> act.done() || act.unknown()),
                "refused, but there: %s".formatted(acts));
    }

    private void edits(String url, Story story) {
        List<String> made =
                story.events(LinkEvent.LinkUpdated.class).stream()
                        .map(update -> String.valueOf(update.link().title()))
                        .toList();
        List<Act> acts = story.of(Kind.EDIT_LINK);
        List<String> possible =
                acts.stream().filter(a -> a.done() || a.unknown()).map(Act::detail).toList();
        List<String> inOrder = possible.stream().filter(new HashSet<>(made)::contains).toList();
        faults.unless(inOrder.equals(made), "edits %s of %s: %s".formatted(made, possible, url));
        for (Act act : acts) {
            faults.unless(
                    !act.done() || made.contains(act.detail()), "edit lost: %s".formatted(act));
        }
    }

    private void deletion(String url, Story story) {
        int count = story.events(LinkEvent.LinkDeleted.class).size();
        List<Act> acts = story.of(Kind.DELETE_LINK);
        faults.unless(count <= 1, "deleted %s times: %s".formatted(count, url));
        faults.unless(
                count == 1 || acts.stream().noneMatch(Act::done), "undeleted: %s".formatted(acts));
        faults.unless(
                count == 0 || acts.stream().anyMatch(act -> act.done() || act.unknown()),
                "deletion refused, but done: %s".formatted(acts));
    }

    /** Checks the present state in the API and the redirects. */
    private void standing(String url, Story story) throws IOException, InterruptedException {
        if (story.events().isEmpty()) {
            return;
        }
        Link newest = story.events().getLast().link();
        HttpResponse<String> read = postrider.get("/api/v1/links/" + newest.id());
        int peeked = postrider.peek(newest.slug());
        if (story.deleted()) {
            faults.unless(
                    read.statusCode() == 404,
                    "deleted, but %s: %s".formatted(read.statusCode(), url));
            faults.unless(
                    peeked == 410, "deleted, but leads on with %s: %s".formatted(peeked, url));
            return;
        }
        JsonNode body = PostriderProcess.json(read);
        String title = body.path("title").asString("null");
        faults.unless(
                body.path("url").asString("-").equals(url)
                        && title.equals(String.valueOf(newest.title())),
                "not in force: %s, but %s".formatted(newest, body));
        faults.unless(
                peeked == 302 || newest.maxClicks() != null,
                "leads on with %s: %s".formatted(peeked, url));
    }

    /** From the answer on a link leads on, and from the answer to its deletion on it does not. */
    private void visit(Act visit, Story story) {
        int status = visit.status();
        if (status == 0 || status == 503) {
            return;
        }
        if (story.events().isEmpty()) {
            faults.unless(false, "a link that was answered is not in the log: %s".formatted(visit));
            return;
        }
        List<Act> deletions = story.of(Kind.DELETE_LINK);
        if (deletions.stream().anyMatch(deletion -> deletion.done() && deletion.before(visit))) {
            faults.unless(status == 410, "followed after its deletion: %s".formatted(visit));
        } else if (deletions.stream().allMatch(visit::before)
                && story.events().getLast().link().maxClicks() == null) {
            faults.unless(status == 302, "not followed: %s".formatted(visit));
        } else {
            faults.unless(
                    status == 302 || status == 410, "not answered as a link: %s".formatted(visit));
        }
    }

    private static String slug(Story story) {
        return story.events().getFirst().link().slug();
    }
}
