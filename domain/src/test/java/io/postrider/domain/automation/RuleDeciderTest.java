package io.postrider.domain.automation;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.automation.RuleCommand.CreateRule;
import io.postrider.domain.automation.RuleCommand.PauseRule;
import io.postrider.domain.automation.RuleCommand.PublishRule;
import io.postrider.domain.automation.RuleCommand.ResumeRule;
import io.postrider.domain.automation.RuleCommand.UpdateRule;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.Decision.Accepted;
import io.postrider.domain.kernel.Decision.Rejected;
import io.postrider.domain.kernel.Lifecycle;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RuleDeciderTest {

    private static final Instant AT = Instant.parse("2026-11-02T09:30:00Z");

    private final RuleDecider decider = new RuleDecider();
    private Lifecycle<Rule> state = decider.initialState();
    private Instant at = AT;

    @Test
    void aPublishedVersionStaysWhileTheDraftChanges() {
        create("one");
        publish(null);
        draft("two");

        assertThat(rule().draft()).isEqualTo("two");
        assertThat(rule().published().orElseThrow().definition()).isEqualTo("one");
        assertThat(rule().state()).isEqualTo(RuleState.ACTIVE);
        publish(null);
        assertThat(rule().versions())
                .extracting(RuleVersion::number, RuleVersion::definition)
                .containsExactly(tuple(2, "two"), tuple(1, "one"));
    }

    @Test
    void aFormerVersionIsPublishedAnewAndBecomesTheDraft() {
        create("one");
        publish(null);
        draft("two");
        publish(null);
        publish(1);

        assertThat(rule().published().orElseThrow().number()).isEqualTo(3);
        assertThat(rule().draft()).isEqualTo("one");
        assertThat(decided(new PublishRule("ws_1", 9, List.of(), "key_1")))
                .isInstanceOf(Rejected.class);
    }

    @Test
    void theTenNewestVersionsAreKept() {
        create("one");
        for (int i = 0; i < 12; i++) {
            publish(null);
        }

        assertThat(rule().versions())
                .extracting(RuleVersion::number)
                .containsExactly(12, 11, 10, 9, 8, 7, 6, 5, 4, 3);
        assertThat(decided(new PublishRule("ws_1", 2, List.of(), "key_1")))
                .isInstanceOf(Rejected.class);
    }

    @Test
    void ofLongVersionsThoseAreKeptThatFitIntoAnEvent() {
        create("x".repeat(30_000));
        for (int i = 0; i < 6; i++) {
            publish(null);
        }

        assertThat(rule().versions()).extracting(RuleVersion::number).containsExactly(6, 5, 4, 3);
    }

    @Test
    void onlyAPublishedRuleIsPausedAndResumed() {
        create("one");
        assertThat(decided(new PauseRule("ws_1", null, null))).isInstanceOf(Rejected.class);
        assertThat(decided(new ResumeRule("ws_1", null))).isInstanceOf(Rejected.class);
        publish(null);
        apply(new PauseRule("ws_1", "loop", null));
        assertThat(rule().state()).isEqualTo(RuleState.PAUSED);
        assertThat(rule().stateReason()).isEqualTo("loop");
        assertThat(decided(new PauseRule("ws_1", null, null))).isEqualTo(Decision.unchanged());
        apply(new ResumeRule("ws_1", null));
        assertThat(rule().state()).isEqualTo(RuleState.ACTIVE);
        assertThat(rule().stateReason()).isNull();
    }

    @Test
    void theEndOfARestLeavesAnotherPauseAsItIs() {
        create("one");
        publish(null);
        apply(new PauseRule("ws_1", Rule.RESTS, null));
        ResumeRule resume = new ResumeRule("ws_1", rule().pause().orElseThrow());
        apply(new PauseRule("ws_1", Rule.KEY_REVOKED, null));

        assertThat(decided(resume)).isEqualTo(Decision.unchanged());
        assertThat(rule().stateReason()).isEqualTo(Rule.KEY_REVOKED);
    }

    @Test
    void theEndOfARestLeavesALaterRestAsItIs() {
        create("one");
        publish(null);
        apply(new PauseRule("ws_1", Rule.RESTS, null));
        ResumeRule resume = new ResumeRule("ws_1", rule().pause().orElseThrow());
        apply(resume);
        at = AT.plusSeconds(1);
        apply(new PauseRule("ws_1", Rule.RESTS, null));

        assertThat(decided(resume)).isEqualTo(Decision.unchanged());
        assertThat(decided(new ResumeRule("ws_1", rule().pause().orElseThrow())))
                .isInstanceOf(Accepted.class);
    }

    @Test
    void aPauseThatIsMeantForAVersionLeavesANewerOneInForce() {
        create("one");
        publish(null);
        PauseRule pause = new PauseRule("ws_1", Rule.KEY_REVOKED, 1);
        publish(null);

        assertThat(decided(pause)).isEqualTo(Decision.unchanged());
        assertThat(decided(new PauseRule("ws_1", Rule.KEY_REVOKED, 2)))
                .isInstanceOf(Accepted.class);
    }

    @Test
    void anEditDoesNotProlongARest() {
        create("one");
        publish(null);
        apply(new PauseRule("ws_1", Rule.RESTS, null));
        Instant until = rule().restsUntil();
        at = AT.plusSeconds(60);
        draft("two");

        assertThat(rule().restsUntil()).isEqualTo(until);
    }

    @Test
    void versionsAndPausesAtATimeAreKnownAfterwards() {
        create("one");
        publish(null);
        at = AT.plusSeconds(10);
        apply(new PauseRule("ws_1", "loop", null));
        at = AT.plusSeconds(20);
        apply(new ResumeRule("ws_1", null));
        at = AT.plusSeconds(30);
        publish(null);

        assertThat(rule().pauseAt(AT.plusSeconds(9))).isEmpty();
        assertThat(rule().pauseAt(AT.plusSeconds(10)).orElseThrow().reason()).isEqualTo("loop");
        assertThat(rule().pauseAt(AT.plusSeconds(20))).isEmpty();
        assertThat(rule().versionAt(AT.minusSeconds(1))).isEmpty();
        assertThat(rule().versionAt(AT.plusSeconds(29)).orElseThrow().number()).isEqualTo(1);
        assertThat(rule().versionAt(AT.plusSeconds(30)).orElseThrow().number()).isEqualTo(2);
    }

    @Test
    void aPublicationEndsAPauseAndTheNewestPausesAreKept() {
        create("one");
        publish(null);
        for (int i = 1; i <= Rule.PAUSES_KEPT + 1; i++) {
            at = AT.plusSeconds(i);
            apply(new PauseRule("ws_1", null, null));
            publish(null);
        }

        assertThat(rule().pauses()).hasSize(Rule.PAUSES_KEPT).allMatch(it -> it.until() != null);
        assertThat(rule().pauses().getFirst().from()).isEqualTo(at);
    }

    private static org.assertj.core.groups.Tuple tuple(Object... values) {
        return org.assertj.core.groups.Tuple.tuple(values);
    }

    private void create(String draft) {
        Rule rule =
                new RulePatch(List.of("name"), "Rule", null, draft, Map.of())
                        .applyTo(Rule.blank("rul_1", "ws_1", AT), AT);
        apply(new CreateRule(rule));
    }

    private void draft(String text) {
        apply(new UpdateRule("ws_1", new RulePatch(List.of(), null, null, text, Map.of())));
    }

    private void publish(@Nullable Integer version) {
        apply(new PublishRule("ws_1", version, List.of("links:write"), "key_1"));
    }

    private void apply(RuleCommand command) {
        if (!(decided(command) instanceof Accepted<RuleEvent>(List<RuleEvent> events))) {
            throw new AssertionError(command + " in " + state);
        }
        events.forEach(event -> state = decider.evolve(state, event));
    }

    private Decision<RuleEvent> decided(RuleCommand command) {
        return decider.decide(state, command, at);
    }

    private Rule rule() {
        return ((Lifecycle.Present<Rule>) state).value();
    }
}
