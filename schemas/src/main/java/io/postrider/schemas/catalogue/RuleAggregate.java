package io.postrider.schemas.catalogue;

import static io.postrider.schemas.catalogue.CommandEffect.ADDS;
import static io.postrider.schemas.catalogue.CommandEffect.CHANGES;
import static io.postrider.schemas.catalogue.CommandEffect.EDITS;
import static io.postrider.schemas.catalogue.CommandEffect.REVOKES_ACCESS;
import static io.postrider.schemas.catalogue.CommandType.command;
import static io.postrider.schemas.catalogue.EventType.event;

import io.postrider.domain.automation.Rule;
import io.postrider.domain.automation.RuleCommand;
import io.postrider.domain.automation.RuleCommand.CreateRule;
import io.postrider.domain.automation.RuleCommand.DeleteRule;
import io.postrider.domain.automation.RuleCommand.PauseRule;
import io.postrider.domain.automation.RuleCommand.PublishRule;
import io.postrider.domain.automation.RuleCommand.ResumeRule;
import io.postrider.domain.automation.RuleCommand.UpdateRule;
import io.postrider.domain.automation.RuleDecider;
import io.postrider.domain.automation.RuleEvent;
import io.postrider.domain.automation.RuleEvent.RuleCreated;
import io.postrider.domain.automation.RuleEvent.RuleDeleted;
import io.postrider.domain.automation.RuleEvent.RulePaused;
import io.postrider.domain.automation.RuleEvent.RulePublished;
import io.postrider.domain.automation.RuleEvent.RuleUpdated;
import io.postrider.domain.automation.RulePatch;
import io.postrider.domain.automation.RulePause;
import io.postrider.domain.automation.RuleVersion;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.RuleJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Rules. */
final class RuleAggregate {

    private static final String DEFINITION =
            """
            {"trigger":{"event_types":["order.paid"]},"filter":{"cel":"event.data.total > 100"},\
            "actions":[{"key":"link","type":"links.create",\
            "with":{"jsonata":"{'url': 'https://shop.example.com/orders/' & event.data.order_id}"}}]}\
            """;
    private static final List<CommandType<RuleCommand>> COMMANDS =
            List.of(
                    command(
                            "automation.rule.create",
                            CreateRule.class,
                            ADDS,
                            s -> new CreateRule(rule(s))),
                    command(
                            "automation.rule.update",
                            UpdateRule.class,
                            EDITS,
                            s -> new UpdateRule(s.workspace(), renamed())),
                    command(
                            "automation.rule.publish",
                            PublishRule.class,
                            ADDS,
                            s ->
                                    new PublishRule(
                                            s.workspace(),
                                            null,
                                            List.of("links:write"),
                                            s.id(IdKind.KEY))),
                    command(
                            "automation.rule.pause",
                            PauseRule.class,
                            REVOKES_ACCESS,
                            s -> new PauseRule(s.workspace(), null, null),
                            s -> new PauseRule(s.workspace(), Rule.RESTS, 1)),
                    command(
                            "automation.rule.resume",
                            ResumeRule.class,
                            CHANGES,
                            s -> new ResumeRule(s.workspace(), null),
                            s ->
                                    new ResumeRule(
                                            s.workspace(),
                                            new RulePause(Rule.RESTS, Sample.AT, null))),
                    command(
                            "automation.rule.delete",
                            DeleteRule.class,
                            REVOKES_ACCESS,
                            s -> new DeleteRule(s.workspace())));
    private static final List<EventType<RuleEvent>> EVENTS =
            List.of(
                    event("automation.rule.created", RuleCreated.class, "A rule was created."),
                    event(
                            "automation.rule.updated",
                            RuleUpdated.class,
                            "A rule was updated or resumed."),
                    event(
                            "automation.rule.published",
                            RulePublished.class,
                            "A version of a rule was published."),
                    event("automation.rule.paused", RulePaused.class, "A rule was paused."),
                    event("automation.rule.deleted", RuleDeleted.class, "A rule was deleted."));

    static final AggregateType<RuleCommand, Lifecycle<Rule>, RuleEvent, Rule> ENTRY =
            new AggregateType<>(
                    "rule",
                    Context.AUTOMATION,
                    new RuleDecider(),
                    RuleCommand.class,
                    RuleEvent.class,
                    COMMANDS,
                    EVENTS,
                    List.of(),
                    new ResourceType<>(
                            Optional.of(IdKind.RUL),
                            true,
                            Rule.class,
                            RuleJson::of,
                            Replica.MEMORY,
                            List.of(
                                    new Index<>(
                                            "state", Match.EXACT, r -> List.of(r.state().label())),
                                    new Index<>(
                                            "external_id",
                                            Match.EXACT,
                                            r -> Stream.ofNullable(r.externalId()).toList()),
                                    new Index<>(
                                            "published_by",
                                            Match.EXACT,
                                            r ->
                                                    r
                                                            .published()
                                                            .map(RuleVersion::publishedBy)
                                                            .stream()
                                                            .toList()))),
                    Scope.readWrite("automation.rules", "automation"));

    private RuleAggregate() {}

    private static Rule rule(Sample s) {
        return patch(List.of("name", "external_id", "metadata/team"))
                .applyTo(Rule.blank(s.id(IdKind.RUL), s.workspace(), Sample.AT), Sample.AT);
    }

    private static RulePatch patch(List<String> changed) {
        return new RulePatch(
                changed, "Thank buyers", "thank-buyers", DEFINITION, Map.of("team", "growth"));
    }

    private static RulePatch renamed() {
        return new RulePatch(List.of("name"), "Thank VIP buyers", null, null, Map.of());
    }
}
