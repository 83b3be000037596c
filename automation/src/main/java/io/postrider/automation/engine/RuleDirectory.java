package io.postrider.automation.engine;

import io.postrider.automation.rules.RuleDefinition;
import io.postrider.automation.rules.RuleDefinition.Reading;
import io.postrider.domain.automation.Rule;
import io.postrider.domain.automation.RuleEvent;
import io.postrider.domain.automation.RuleState;
import io.postrider.domain.automation.RuleVersion;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.catalogue.scopes.EventReader;
import io.postrider.schemas.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The rules of the installation, compiled, as far as this node has read them. */
final class RuleDirectory {

    private final Map<String, Known> byId = new HashMap<>();
    private final Map<String, ByType> byWorkspace = new HashMap<>();
    private final Map<String, Compiled> compiled = new HashMap<>();
    private final Map<String, InForce> scheduled = new HashMap<>();
    private final Map<String, Rule> resting = new HashMap<>();

    private record Known(Rule rule, long sequence, boolean deleted, @Nullable InForce inForce) {}

    /** The rules of a workspace by the types and by the groups of types that they name. */
    private record ByType(Map<String, List<InForce>> exact, Map<String, List<InForce>> groups) {

        ByType() {
            this(new HashMap<>(), new HashMap<>());
        }

        Map<String, List<InForce>> of(String type) {
            return type.endsWith("*") ? groups : exact;
        }
    }

    /** A version of a rule with its definition, and the events that its publisher can read. */
    private record Compiled(RuleDefinition definition, EventReader reader) {}

    /** A rule with the version that acts. */
    record InForce(Rule rule, RuleVersion version, RuleDefinition definition, EventReader reader) {}

    /** Applies an event. An event that is older than the directory changes nothing. */
    synchronized void apply(EventRecord event) {
        if (event.payload() instanceof RuleEvent change) {
            apply(change, event.header().sequence());
        }
    }

    private void apply(RuleEvent change, long sequence) {
        Rule rule = change.rule();
        Known before = byId.get(rule.id());
        if (before != null && before.sequence() >= sequence) {
            return;
        }
        // May throw, so it comes before the first change.
        boolean acts = !change.deletes() && rule.state() == RuleState.ACTIVE;
        InForce inForce =
                acts
                        ? rule.published().flatMap(version -> compiled(rule, version)).orElse(null)
                        : null;
        if (before != null && before.inForce() != null) {
            remove(before.inForce());
        }
        scheduled.remove(rule.id());
        resting.remove(rule.id());
        if (!change.deletes() && rule.isResting()) {
            resting.put(rule.id(), rule);
        }
        if (inForce != null) {
            add(inForce);
            if (inForce.definition().schedule() != null) {
                scheduled.put(rule.id(), inForce);
            }
        }
        byId.put(rule.id(), new Known(rule, sequence, change.deletes(), inForce));
        forgetOld(rule, change.deletes());
    }

    private void add(InForce rule) {
        ByType types = byWorkspace.computeIfAbsent(rule.rule().workspace(), _ -> new ByType());
        rule.definition()
                .eventTypes()
                .forEach(type ->
                        types.of(type).computeIfAbsent(type, _ -> new ArrayList<>()).add(rule));
    }

    private void remove(InForce rule) {
        ByType types = byWorkspace.get(rule.rule().workspace());
        if (types != null) {
            for (String type : rule.definition().eventTypes()) {
                types.of(type)
                        .computeIfPresent(
                                type,
                                (_, rules) -> {
                                    rules.removeIf(
                                            each -> each.rule().id().equals(rule.rule().id()));
                                    return rules.isEmpty() ? null : rules;
                                });
            }
        }
    }

    private void forgetOld(Rule rule, boolean deleted) {
        compiled.keySet()
                .removeIf(key ->
                        key.startsWith(rule.id() + "/")
                                && (deleted
                                        || rule.versions().stream()
                                                .noneMatch(kept -> key.equals(key(rule, kept)))));
    }

    /** The rules in force for events of a type. */
    synchronized List<InForce> of(String workspace, String type) {
        ByType types = byWorkspace.get(workspace);
        if (types == null) {
            return List.of();
        }
        // By id, since a rule can name a type in several ways.
        Map<String, InForce> found = new LinkedHashMap<>();
        Stream.concat(
                        types.exact().getOrDefault(type, List.of()).stream(),
                        types.groups().values().stream()
                                .flatMap(List::stream)
                                .filter(rule -> rule.definition().isFor(type)))
                .forEach(rule -> found.putIfAbsent(rule.rule().id(), rule));
        return List.copyOf(found.values());
    }

    /** The rules that act, or rest, as versions that a key published. */
    synchronized List<Rule> publishedBy(String workspace, String key) {
        return byId.values().stream()
                .filter(known -> !known.deleted())
                .map(Known::rule)
                .filter(rule ->
                        rule.workspace().equals(workspace)
                                && (rule.state() == RuleState.ACTIVE || rule.isResting())
                                && rule.published()
                                        .filter(version -> version.publishedBy().equals(key))
                                        .isPresent())
                .toList();
    }

    /** The rules in force that have a schedule. */
    synchronized List<InForce> scheduled() {
        return List.copyOf(scheduled.values());
    }

    /** The rules paused because of their processor time. */
    synchronized List<Rule> resting() {
        return List.copyOf(resting.values());
    }

    /** A rule with one of its versions; empty if the rule is deleted or the version is not kept. */
    synchronized Optional<InForce> version(String ruleId, int version) {
        return rule(ruleId)
                .flatMap(rule -> rule.version(version).flatMap(it -> compiled(rule, it)));
    }

    /** The definition of a version of a rule; empty if the rule is deleted or the version is not kept. */
    Optional<RuleDefinition> definition(String ruleId, int version) {
        return version(ruleId, version).map(InForce::definition);
    }

    /** A rule that is not deleted. */
    synchronized Optional<Rule> rule(String id) {
        return Optional.ofNullable(byId.get(id)).filter(known -> !known.deleted()).map(Known::rule);
    }

    private Optional<InForce> compiled(Rule rule, RuleVersion version) {
        String key = key(rule, version);
        if (!compiled.containsKey(key)) {
            ObjectNode json = (ObjectNode) Json.mapper().readTree(version.definition());
            if (RuleDefinition.read(json) instanceof Reading.Read(RuleDefinition definition)) {
                EventReader reader = EventReader.of(version.scopes(), List.of());
                compiled.put(key, new Compiled(definition, reader));
            }
        }
        return Optional.ofNullable(compiled.get(key))
                .map(it -> new InForce(rule, version, it.definition(), it.reader()));
    }

    private static String key(Rule rule, RuleVersion version) {
        return rule.id() + "/" + version.number();
    }
}
