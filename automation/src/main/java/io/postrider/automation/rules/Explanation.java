package io.postrider.automation.rules;

import io.postrider.automation.rules.RuleDefinition.Reading;
import io.postrider.domain.automation.Rule;
import io.postrider.domain.automation.RulePause;
import io.postrider.domain.automation.RuleVersion;
import io.postrider.expressions.CelExpression;
import io.postrider.expressions.EvaluationException;
import io.postrider.schemas.catalogue.scopes.ReadScopes;
import io.postrider.schemas.catalogue.scopes.Scopes;
import io.postrider.schemas.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Explains for each condition of a run whether it was true for a rule and an event at the time of the event. */
public final class Explanation {

    /** Runs that cause one another, at most. */
    public static final int DEPTH_MAX = 8;

    private static final Pattern FIELD = Pattern.compile("event(?:\\.[A-Za-z_][A-Za-z0-9_]*)+");

    private final Rule rule;
    private final ObjectNode event;
    private final Instant at;
    private final ArrayNode checks = Json.mapper().createArrayNode();
    private boolean holds = true;

    private Explanation(Rule rule, ObjectNode event) {
        this.rule = rule;
        this.event = event;
        this.at = Instant.parse(event.path("timestamp").asString("1970-01-01T00:00:00Z"));
    }

    /**
     * The conditions in the order in which the engine looks at them.
     *
     * @param event as {@code GET /events} shows it
     */
    public static ObjectNode of(Rule rule, ObjectNode event) {
        Explanation explanation = new Explanation(rule, event);
        explanation.explain();
        ObjectNode node = Json.object();
        node.put("object", "explanation");
        node.put("rule_id", rule.id());
        node.put("event_id", event.path("id").asString(""));
        node.put("would_run", explanation.holds);
        node.set("checks", explanation.checks);
        return node;
    }

    private void explain() {
        Optional<RulePause> pause = rule.pauseAt(at);
        check(
                "state",
                rule.published().isPresent() && pause.isEmpty(),
                pause.map(Explanation::paused).orElseGet(this::state));
        rule.versionAt(at).or(rule::published).ifPresent(this::explain);
    }

    private static String paused(RulePause pause) {
        String reason = pause.reason() == null ? "" : ": " + pause.reason();
        return pause.until() == null
                ? "The rule has been paused since %s%s.".formatted(Json.time(pause.from()), reason)
                : "The rule was paused from %s to %s%s."
                        .formatted(Json.time(pause.from()), Json.time(pause.until()), reason);
    }

    private String state() {
        if (rule.published().isEmpty()) {
            return "No version of the rule is published.";
        }
        boolean isKnown =
                rule.pauses().size() < Rule.PAUSES_KEPT
                        || !at.isBefore(rule.pauses().getLast().from());
        return isKnown
                ? "The rule was not paused at the time of the event."
                : "Pauses at the time of the event are no longer stored.";
    }

    private void explain(RuleVersion version) {
        boolean inForce = !at.isBefore(version.publishedAt());
        check(
                "version",
                inForce,
                "Version %d was published at %s, %s the event."
                        .formatted(
                                version.number(),
                                Json.time(version.publishedAt()),
                                inForce ? "before" : "after"));
        ObjectNode json = (ObjectNode) Json.mapper().readTree(version.definition());
        if (RuleDefinition.read(json) instanceof Reading.Read(RuleDefinition definition)) {
            explain(definition, version);
        }
    }

    private void explain(RuleDefinition definition, RuleVersion version) {
        String type = event.path("type").asString("");
        check(
                "type",
                definition.isFor(type),
                "The type of the event is %s; the trigger of the rule is %s."
                        .formatted(type, String.join(", ", definition.eventTypes())));
        source(definition);
        if (type.startsWith(RuleDefinition.OF_RUNS)) {
            boolean own = event.path("data").path("rule_id").asString("").equals(rule.id());
            check("own", !own, "A rule does not run for events of its own runs.");
        }
        int depth = depth(type) + 1;
        check(
                "loop",
                depth <= DEPTH_MAX,
                "%d runs led to the event; at most %d runs may trigger one another."
                        .formatted(depth - 1, DEPTH_MAX));
        CelExpression filter = definition.filter();
        if (filter != null) {
            filter(filter);
        }
        List<String> missing =
                Stream.concat(
                                definition.scopes().stream(),
                                definition.eventTypes().isEmpty()
                                        ? Stream.empty()
                                        : Stream.of(ReadScopes.of(type)))
                        .filter(scope -> !Scopes.covers(version.scopes(), scope))
                        .distinct()
                        .toList();
        check(
                "permission",
                missing.isEmpty(),
                missing.isEmpty()
                        ? "The publisher had the scopes of the actions and of the event."
                        : "The publisher lacked the scopes " + String.join(", ", missing) + ".");
    }

    /** The number of runs that led to the event. Events of a run itself are caused by it. */
    private int depth(String type) {
        return event.path(type.startsWith(RuleDefinition.OF_RUNS) ? "data" : "cause")
                .path("depth")
                .asInt(0);
    }

    private void source(RuleDefinition definition) {
        String endpoint = definition.endpoint();
        if (endpoint != null) {
            JsonNode actor = event.path("actor");
            check(
                    "source",
                    actor.path("type").asString("").equals("endpoint")
                            && actor.path("id").asString("").equals(endpoint),
                    "The trigger of the rule is the endpoint " + endpoint + ".");
        }
    }

    private void filter(CelExpression filter) {
        boolean all = true;
        ArrayNode clauses = Json.mapper().createArrayNode();
        for (CelExpression clause : filter.clauses()) {
            ObjectNode node = clauses.addObject().put("cel", clause.source());
            try {
                boolean fulfilled = clause.isTrue(Map.of("event", event));
                node.put("holds", fulfilled);
                all &= fulfilled;
            } catch (EvaluationException e) {
                node.put("holds", false).put("error", e.getMessage());
                all = false;
            }
            node.set("values", values(clause.source()));
        }
        check("filter", all, all ? "The filter is true." : "The filter is false.")
                .set("clauses", clauses);
    }

    /** The values of the fields that a condition names; one that is missing has none. */
    private ObjectNode values(String source) {
        ObjectNode values = Json.object();
        FIELD.matcher(source)
                .results()
                .forEach(found -> {
                    JsonNode value = event;
                    for (String name :
                            found.group().substring("event.".length()).split("\\.", -1)) {
                        value = value.path(name);
                    }
                    if (!value.isMissingNode()) {
                        values.set(found.group(), value);
                    }
                });
        return values;
    }

    private ObjectNode check(String name, boolean fulfilled, String detail) {
        holds &= fulfilled;
        return checks.addObject().put("check", name).put("holds", fulfilled).put("detail", detail);
    }
}
