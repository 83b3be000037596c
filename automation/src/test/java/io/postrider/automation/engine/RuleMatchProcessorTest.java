package io.postrider.automation.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.postrider.domain.automation.RuleCommand.DeleteRule;
import io.postrider.domain.automation.RuleCommand.PauseRule;
import io.postrider.domain.automation.RuleCommand.ResumeRule;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunStatus;
import io.postrider.schemas.Actor;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.CloudEventHeaders;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.records.Records;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which events lead to runs of which rules. */
class RuleMatchProcessorTest {

    private static final String STOP = "'actions':[{'key':'stop','type':'stop'}]}";
    private static final String PAID = "{'trigger':{'event_types':['order.paid']}," + STOP;

    @TempDir private Path folder;
    private TestEngine engine;

    @BeforeEach
    void open() {
        engine = new TestEngine(folder);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void anEventLeadsToARunOfEachRuleOfItsType() {
        String first = engine.rule(json(PAID));
        String second = engine.rule(json(PAID));
        String other = engine.rule(json(PAID.replace("paid", "sent")));

        EventRecord event = engine.event("order.paid", "{}");

        assertThat(engine.run(first, event).orElseThrow().status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(engine.run(second, event)).isPresent();
        assertThat(engine.run(other, event)).isEmpty();
    }

    @Test
    void aGroupOfTypesMatchesTheTypesBelowIt() {
        String group = engine.rule(json(PAID.replace("order.paid", "order.*")));
        String type = engine.rule(json(PAID));
        String all = engine.rule(json(PAID.replace("order.paid", "*")));

        assertThat(rulesFor("order.paid")).containsExactlyInAnyOrder(group, type, all);
        assertThat(rulesFor("order.paid.late")).containsExactlyInAnyOrder(group, all);
        assertThat(rulesFor("orders.paid")).containsExactly(all);
    }

    private List<String> rulesFor(String type) {
        String event = engine.event(type, "{}").header().id();
        return engine.runs().stream()
                .filter(run -> run.eventId().equals(event))
                .map(Run::ruleId)
                .toList();
    }

    @Test
    @Verifies("event-rights")
    void aGroupMeansTheTypesThatThePublisherReads() {
        String all = engine.rule(json(PAID.replace("order.paid", "*")));
        engine.publish(all, json(PAID.replace("order.paid", "*")), List.of("links:write"));

        assertThat(rulesFor("order.paid")).isEmpty();
        engine.publish(all, json(PAID.replace("order.paid", "*")), List.of("events:read"));
        assertThat(rulesFor("order.paid")).containsExactly(all);
    }

    @Test
    void aRuleThatNamesATypeInSeveralWaysRunsOnce() {
        engine.rule(json(PAID.replace("'order.paid'", "'order.paid','order.*','order.paid'")));

        engine.event("order.paid", "{}");

        assertThat(engine.runs()).hasSize(1);
    }

    @Test
    void anEventThatIsReadTwiceLeadsToOneRun() {
        engine.rule(json(PAID));
        EventRecord event = engine.event("order.paid", "{}");

        engine.append(event);
        engine.settle();

        assertThat(engine.run().eventId()).isEqualTo(event.header().id());
        assertThat(engine.run().position()).isEqualTo(1);
    }

    @Test
    void anEventOfAnotherWorkspaceLeadsToNoRun() {
        engine.rule(json(PAID));
        EventRecord mine = engine.published("order.paid", "{}", null);
        String other = Id.of(IdKind.WS, new UUID(0, 2));
        EventHeader header = Records.with(mine.header(), "workspace", other);

        engine.append(new EventRecord(header, mine.payload()));
        engine.settle();

        assertThat(engine.runs()).isEmpty();
    }

    @Test
    void aFilterDecidesOnTheRun() {
        Map<String, String> expected =
                Map.of(
                        "event.data.total > 100",
                        "succeeded",
                        "event.data.total > 500",
                        "skipped",
                        "event.type == 'order.paid' && event.data.country == 'DE'",
                        "succeeded",
                        "event.data.country == 'FR' || event.data.total == 129.5",
                        "succeeded",
                        "event.data.missing == 1",
                        "failed",
                        "event.data.missing == 1 && event.data.total > 500",
                        "skipped",
                        "event.data.total",
                        "failed");
        Map<String, String> filters = new HashMap<>();
        String rule = json("{'trigger':{'event_types':['order.paid']},'filter':{'cel':'%s'},");
        expected.keySet()
                .forEach(cel -> filters.put(engine.rule(rule.formatted(cel) + json(STOP)), cel));

        engine.event("order.paid", json("{'total':129.5,'country':'DE'}"));

        assertThat(engine.runs())
                .hasSize(expected.size())
                .allSatisfy(run -> {
                    String cel = String.valueOf(filters.get(run.ruleId()));
                    assertThat(run.status().label()).as(cel).isEqualTo(expected.get(cel));
                    assertThat(run.steps()).hasSize(run.status() == RunStatus.SUCCEEDED ? 1 : 0);
                });
    }

    @Test
    void aSkippedRunNamesTheClauseThatDoesNotHold() {
        engine.rule(
                """
                {"trigger":{"event_types":["parcel.sent"]},
                 "filter":{"cel":"event.data.country == 'DE' && event.data.weight > 10"},
                 "actions":[{"key":"stop","type":"stop"}]}
                """);

        engine.event("parcel.sent", json("{'weight':2,'country':'DE'}"));

        assertThat(engine.run().reason()).isEqualTo("The filter is false: event.data.weight > 10");
    }

    @Test
    void aRuleForAnEndpointRunsForEventsFromThereAlone() {
        String endpoint = Id.of(IdKind.EP, new UUID(0, 1));
        engine.rule(json(PAID.replace("paid']", "paid'],'endpoint':'" + endpoint + "'")));

        engine.append(engine.published("order.paid", "{}", null));
        engine.append(engine.published("order.paid", "{}", new Actor("key", endpoint)));
        engine.append(engine.published("order.paid", "{}", new Actor("endpoint", "ep_other")));
        engine.settle();
        assertThat(engine.runs()).isEmpty();

        engine.append(engine.published("order.paid", "{}", new Actor("endpoint", endpoint)));
        engine.settle();
        assertThat(engine.runs()).hasSize(1);
    }

    @Test
    void aPausedRuleDoesNotRunUntilItIsResumed() {
        String rule = engine.rule(json(PAID));
        engine.change(rule, new PauseRule(TestEngine.WORKSPACE, null, null));
        engine.event("order.paid", "{}");
        assertThat(engine.runs()).isEmpty();

        engine.change(rule, new ResumeRule(TestEngine.WORKSPACE, null));
        EventRecord event = engine.event("order.paid", "{}");
        assertThat(engine.run().eventId()).isEqualTo(event.header().id());
    }

    @Test
    void aDeletedRuleDoesNotRun() {
        String rule = engine.rule(json(PAID));
        engine.change(rule, new DeleteRule(TestEngine.WORKSPACE));

        engine.event("order.paid", "{}");

        assertThat(engine.runs()).isEmpty();
    }

    @Test
    void anotherVersionActsFromItsPublicationOn() {
        String rule = engine.rule(json(PAID));
        engine.event("order.paid", "{}");
        engine.publish(rule, json(PAID.replace("paid", "sent")));

        engine.event("order.paid", "{}");
        engine.event("order.sent", "{}");

        assertThat(engine.runs())
                .extracting(Run::eventType, Run::ruleVersion)
                .containsExactly(tuple("order.paid", 1), tuple("order.sent", 2));
    }

    @Test
    void anEventOfMoreThanTenSecondsBeforeAVersionDoesNotMeetIt() {
        engine.later(Duration.ofMinutes(1));
        engine.rule(json(PAID));
        EventRecord event = engine.published("order.paid", "{}", null);

        engine.append(event, engine.now().minusMillis(10_001));
        engine.settle();
        assertThat(engine.runs()).isEmpty();

        engine.append(event, engine.now().minusMillis(10_000));
        engine.settle();
        assertThat(engine.runs()).hasSize(1);
    }

    @Test
    void theLogIsAskedForChangesOncePerPollAndBeforeEventsAreMatched() {
        engine.rule(json(PAID));
        int looks = engine.process().looks();

        EventRecord event = engine.event("order.paid", "{}");
        // A poll for the event, and one for the start of its run.
        assertThat(engine.process().looks()).isEqualTo(looks + 2);

        engine.process()
                .read(
                        Topics.PUBLISHED.name(),
                        TestEngine.WORKSPACE,
                        EventCodec.published(LockedSchemaIds.shipped()).encode(event),
                        CloudEventHeaders.of(event.header()),
                        engine.now());
        assertThat(engine.process().looks()).isEqualTo(looks + 2);
    }

    @Test
    void recordsThatAreNoEventsArePassedOver() {
        engine.rule(json(PAID));
        EventRecord event = engine.published("order.paid", "{}", null);
        String topic = Topics.PUBLISHED.name();
        EngineProcess process = engine.process();

        process.read(
                topic, "k", new byte[] {9, 9}, CloudEventHeaders.of(event.header()), engine.now());
        process.read(topic, "k", null, CloudEventHeaders.of(event.header()), engine.now());
        process.read(topic, "k", new byte[] {9, 9}, new RecordHeaders(), engine.now());
        engine.append(event);
        engine.settle();

        assertThat(engine.run().eventId()).isEqualTo(event.header().id());
    }

    @Test
    @Verifies("event-rights")
    void aRuleIsPausedWhenTheKeyOfItsPublisherIsRevoked() {
        String rule = engine.rule(json(PAID));

        engine.revoke(Id.of(IdKind.KEY, new UUID(9, 9)));
        assertThat(engine.event("order.paid", "{}"))
                .satisfies(event -> assertThat(engine.run(rule, event)).isPresent());
        engine.revoke(TestEngine.CALLER.id());
        EventRecord after = engine.event("order.paid", "{}");

        assertThat(engine.run(rule, after)).isEmpty();
        assertThat(engine.known(rule).stateReason()).isEqualTo("key_revoked");
    }

    @Test
    void withoutTheKeyOfTheWorkspaceNoRunStarts() {
        engine.rule(json(PAID));
        engine.destroyKey();

        engine.event("order.paid", "{}");

        assertThat(engine.runs()).isEmpty();
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }
}
