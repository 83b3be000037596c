package io.postrider.automation.api;

import io.postrider.automation.rules.Action;
import io.postrider.automation.rules.ActionType;
import io.postrider.automation.rules.RuleDefinition;
import io.postrider.automation.rules.RuleDefinition.Reading;
import io.postrider.domain.automation.RuleVersion;
import io.postrider.schemas.catalogue.scopes.ReadScopes;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.Problem;
import io.postrider.web.route.OwnScopes;
import io.postrider.web.route.Principal;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The scopes that a rule acts with: those that its trigger and its actions need, and no others of its publisher.
 *
 * @param missing those that the publisher lacks
 */
record RuleScopes(List<String> needed, List<String> missing) {

    private static final String SENDS = "messages:send";

    /** The scopes that members of a message require beside that of sending it. */
    private static final Map<String, String> MEMBERS =
            Map.of("shorten_links", "links:write", "contact_id", "contacts:read");

    RuleScopes {
        needed = List.copyOf(needed);
        missing = List.copyOf(missing);
    }

    /** The scopes that a definition gets when it is published. */
    static RuleScopes of(String definition, Principal publisher) {
        ObjectNode json = (ObjectNode) Json.mapper().readTree(definition);
        if (!(RuleDefinition.read(json) instanceof Reading.Read(RuleDefinition read))) {
            return new RuleScopes(List.of(), List.of());
        }
        Set<String> needed = new LinkedHashSet<>(read.scopes());
        needed.addAll(OwnScopes.unread(publisher, read.eventTypes()));
        List<String> missing = needed.stream().filter(scope -> !publisher.may(scope)).toList();
        Stream.of(
                        read.eventTypes().stream().flatMap(RuleScopes::reading),
                        read.scopes().contains(SENDS) ? ofMembers(definition) : none(),
                        startsRules(read) ? ofAnyRule() : none())
                .flatMap(scopes -> scopes)
                .filter(publisher::may)
                .forEach(needed::add);
        return new RuleScopes(List.copyOf(needed), missing);
    }

    ObjectNode json() {
        ObjectNode node = Json.object().put("object", "rule_scopes");
        node.set("scopes", Json.texts(needed));
        node.set("missing", Json.texts(missing));
        return node;
    }

    /** The refusal of a publisher that lacks some. */
    Optional<Problem> objection(Principal publisher) {
        return OwnScopes.objection(publisher, missing);
    }

    /** The refusal of a caller without the scopes that a version acts with. */
    static Optional<Problem> objection(RuleVersion version, Principal caller) {
        return OwnScopes.objection(caller, version.scopes());
    }

    /** The same for a run that is made again. */
    static Optional<Problem> objection(RuleReplica rules, JsonNode run, Principal caller) {
        return rules.find(run.path("rule_id").asString(""))
                .flatMap(rule -> rule.version(run.path("rule_version").asInt(0)))
                .flatMap(version -> objection(version, caller));
    }

    /** A run is read with the scope of its event too, which can be any. */
    private static Stream<String> reading(String pattern) {
        return pattern.startsWith(RuleDefinition.OF_RUNS)
                ? ReadScopes.all().stream()
                : ReadScopes.ofPattern(pattern).stream();
    }

    private static Stream<String> ofMembers(String definition) {
        return MEMBERS.entrySet().stream()
                .filter(member -> definition.contains(member.getKey()))
                .map(Map.Entry::getValue);
    }

    /** Which rule it starts is known once it runs. */
    private static boolean startsRules(RuleDefinition read) {
        return read.actions().stream().map(Action::type).anyMatch(ActionType.RULE_RUN::equals);
    }

    private static Stream<String> ofAnyRule() {
        return Stream.concat(
                Arrays.stream(ActionType.values()).map(ActionType::scope).flatMap(Optional::stream),
                ReadScopes.all().stream());
    }

    private static Stream<String> none() {
        return Stream.empty();
    }
}
