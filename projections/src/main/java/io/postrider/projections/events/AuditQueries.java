package io.postrider.projections.events;

import io.postrider.domain.webhooks.EventTypePattern;
import io.postrider.platform.reads.Query;
import io.postrider.platform.reads.QueryNames;
import io.postrider.platform.reads.QueryResult;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.projections.reading.Pages;
import io.postrider.projections.reading.QueryHandler;
import io.postrider.schemas.catalogue.AuditJson;
import io.postrider.schemas.catalogue.EventJson;
import io.postrider.schemas.catalogue.scopes.EventReader;
import io.postrider.schemas.codec.SchemaIds;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Answers queries on the audit log of a workspace. */
public final class AuditQueries {

    private final ProjectionStore store;
    private final AuditProjection view;
    private final AuditJson json;

    /** @param kept retention of entries that are not events */
    public AuditQueries(
            ProjectionStore store,
            SchemaIds ids,
            EventJson json,
            Duration kept,
            InstantSource clock) {
        this.store = store;
        this.view = new AuditProjection(store, ids, kept, clock);
        this.json = new AuditJson(json);
    }

    /** The source of these results. */
    public List<Projection> views() {
        return List.of(view);
    }

    /** The questions by name. */
    public Map<String, QueryHandler> questions() {
        return Map.of(QueryNames.AUDIT, this::list);
    }

    private QueryResult list(Query question) {
        return Pages.of(
                store,
                question,
                AuditProjection.newestFirst(question.workspace()),
                entry -> shown(question, entry.value()).filter(node -> isWanted(node, question)));
    }

    private Optional<ObjectNode> shown(Query question, byte[] stored) {
        if (AuditProjection.isNote(stored)) {
            return Optional.of(AuditJson.of(view.note(stored)));
        }
        EventReader reader = EventReader.read(question.parameters().get(QueryNames.READER));
        return Optional.of(view.event(stored)).filter(reader::mayRead).flatMap(json::of);
    }

    private static boolean isWanted(ObjectNode entry, Query question) {
        Map<String, String> wanted = question.parameters();
        String actor = wanted.get("actor");
        String target = wanted.get("target");
        String action = wanted.get("action");
        String outcome = wanted.get("outcome");
        return (actor == null || actor.equals(entry.at("/actor/id").asString()))
                && (target == null || isAbout(target, entry))
                && (outcome == null || outcome.equals(entry.path("outcome").asString()))
                && (action == null || matches(action, entry.path("action").asString("")));
    }

    private static boolean isAbout(String id, ObjectNode entry) {
        return id.equals(entry.at("/target/id").asString(""))
                || id.equals(entry.at("/subject/id").asString(""));
    }

    private static boolean matches(String pattern, String action) {
        return !action.isEmpty()
                && EventTypePattern.anyMatches(
                        List.of(EventTypePattern.canonical(pattern)), action);
    }
}
