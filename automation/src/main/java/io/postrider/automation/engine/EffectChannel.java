package io.postrider.automation.engine;

import io.postrider.automation.rules.ActionType;
import io.postrider.automation.rules.Retry;
import io.postrider.automation.rules.Sealer;
import io.postrider.domain.automation.RuleVersion;
import io.postrider.outbound.delivery.Channel;
import io.postrider.outbound.delivery.KafkaAttemptLog;
import io.postrider.outbound.delivery.PartitionLoad;
import io.postrider.outbound.http.TracedCall;
import io.postrider.platform.secrets.RunToken;
import io.postrider.platform.traces.Traces;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.json.Json;
import io.postrider.schemas.json.TypedSecrets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/**
 * Executes the effects of runs, in a lane for each rule. An operation of the API is repeated with the same Idempotency-Key
 * until it has an outcome; a started call of another service without an outcome is not repeated.
 */
final class EffectChannel implements Channel<String> {

    private final RuleDirectory rules;
    private final Sealer sealer;
    private final ApiCalls api;
    private final HttpCalls http;
    private final EffectAttempts attempts;
    private final KafkaAttemptLog log;
    private final InstantSource clock;
    private final Traces traces;

    EffectChannel(
            RuleDirectory rules,
            Sealer sealer,
            ApiCalls api,
            HttpCalls http,
            EffectAttempts attempts,
            KafkaAttemptLog log,
            InstantSource clock,
            Traces traces) {
        this.traces = traces;
        this.rules = rules;
        this.sealer = sealer;
        this.api = api;
        this.http = http;
        this.attempts = attempts;
        this.log = log;
        this.clock = clock;
    }

    /** A lane is there also after its rule was deleted, so that every effect gets an outcome. */
    @Override
    public Optional<String> receiver(String lane) {
        return Optional.of(lane);
    }

    @Override
    public boolean isOpen(String lane) {
        return true;
    }

    @Override
    public boolean repeats() {
        return false;
    }

    @Override
    public void attempt(Delivery delivery, String lane, int number) {
        Instant at = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Effect effect = Effect.of(delivery);
        var _ =
                outcome(delivery, effect, number)
                        .contextWrite(TracedCall.of(traces, delivery, number))
                        .subscribe(outcome ->
                                log.append(
                                        attempts.record(
                                                delivery,
                                                effect,
                                                number,
                                                at,
                                                outcome,
                                                retry(effect)),
                                        delivery.traceparent()));
    }

    private Optional<Retry> retry(Effect effect) {
        return rules.definition(effect.ruleId(), effect.ruleVersion())
                .flatMap(definition -> definition.action(effect.key()))
                .flatMap(action -> Optional.ofNullable(action.retry()));
    }

    /** Only a call of another service is recorded as started, so only such a one is abandoned. */
    @Override
    public void abandon(Delivery delivery, int number) {
        Instant at = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        log.appendUntimed(
                attempts.record(
                        delivery,
                        Effect.of(delivery),
                        number,
                        at,
                        new Outcome.Unknown("The process ended before the response arrived."),
                        Optional.empty()),
                delivery.traceparent());
    }

    @Override
    public void load(int partition, PartitionLoad load) {
        log.load(partition, load);
    }

    /** Outcomes are reported from the topic, which outlives this process. */
    @Override
    public void ended(Attempt attempt) {}

    private Mono<Outcome> outcome(Delivery delivery, Effect effect, int number) {
        Optional<ActionType> type = ActionType.labelled(effect.type());
        Optional<ObjectNode> input = input(delivery.workspace(), effect);
        if (input.isEmpty() || type.isEmpty()) {
            return Mono.just(
                    new Outcome.Failed("The encryption key of the workspace was deleted."));
        }
        return rules.rule(effect.ruleId())
                .flatMap(rule -> rule.version(effect.ruleVersion()))
                .map(version -> called(delivery, effect, number, version, type.get(), input.get()))
                .orElseGet(() -> Mono.just(new Outcome.Failed(RunSteps.RULE_GONE)));
    }

    private Optional<ObjectNode> input(String workspace, Effect effect) {
        Optional<ObjectNode> input =
                sealer.open(workspace, effect.purpose(), effect.input())
                        .map(text -> (ObjectNode) Json.mapper().readTree(text));
        return effect.type().equals(TypedSecrets.ACTION)
                ? input.flatMap(new TypedSecrets(workspace, effect.ruleId(), sealer::open)::opened)
                : input;
    }

    private Mono<Outcome> called(
            Delivery delivery,
            Effect effect,
            int number,
            RuleVersion version,
            ActionType type,
            ObjectNode input) {
        if (!type.isOperation()) {
            return started(delivery, number)
                    .then(http.call(delivery.workspace(), effect.id(), input));
        }
        RunToken token =
                new RunToken(
                        delivery.workspace(), effect.ruleId(), version.scopes(), effect.cause());
        return api.call(token, effect.id(), type, input);
    }

    /** Completes once it is in the log that another service is about to be called. */
    private Mono<Void> started(Delivery delivery, int number) {
        return Mono.create(
                written -> log.append(attempts.started(delivery, number), written::success));
    }
}
