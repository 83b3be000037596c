package io.postrider.automation.engine;

import static io.postrider.automation.engine.TestEngine.WORKSPACE;
import static io.postrider.automation.engine.TestEngine.onPaid;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.automation.engine.RuleDirectory.InForce;
import io.postrider.domain.automation.Rule;
import io.postrider.domain.automation.RuleCommand;
import io.postrider.domain.automation.RuleCommand.CreateRule;
import io.postrider.domain.automation.RuleCommand.DeleteRule;
import io.postrider.domain.automation.RuleCommand.PauseRule;
import io.postrider.domain.automation.RuleCommand.PublishRule;
import io.postrider.domain.automation.RuleCommand.ResumeRule;
import io.postrider.domain.automation.RuleCommand.UpdateRule;
import io.postrider.domain.automation.RuleEvent;
import io.postrider.domain.automation.RulePatch;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.schemas.EventRecord;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Which rules are in force, from whichever events of theirs are read, in whichever order. */
class RuleDirectoryTest {

    private static final String ID = Id.of(IdKind.RUL, new UUID(1, 1));
    private static final String STOP = "{\"key\":\"stop\",\"type\":\"stop\"}";
    private static final String PAID = onPaid(STOP);
    private static final String SENT = PAID.replace("paid", "sent");

    private final RuleDirectory directory = new RuleDirectory();
    private final TestAggregates<RuleCommand, Rule, RuleEvent> rules = TestAggregates.ofRules();

    @Test
    void aDraftIsNotInForce() {
        apply(new CreateRule(Rule.blank(ID, WORKSPACE, TestEngine.START)));
        apply(draft(PAID));

        assertThat(inForce("order.paid")).isEmpty();
        assertThat(directory.rule(ID)).isPresent();
    }

    @Test
    void theNewestVersionIsInForceAndFormerOnesAreStillKnown() {
        publish(PAID);
        publish(SENT);

        assertThat(inForce("order.paid")).isEmpty();
        assertThat(inForce("order.sent"))
                .extracting(rule -> rule.version().number())
                .containsExactly(2);
        assertThat(directory.definition(ID, 1).orElseThrow().eventTypes())
                .containsExactly("order.paid");
        assertThat(directory.definition(ID, 3)).isEmpty();
    }

    @Test
    void aVersionThatTheRuleDoesNotKeepIsForgotten() {
        for (int i = 0; i < 11; i++) {
            publish(PAID);
        }

        assertThat(directory.definition(ID, 1)).isEmpty();
        assertThat(directory.definition(ID, 2)).isPresent();
    }

    @Test
    void aPausedRuleIsNotInForceUntilItIsResumed() {
        publish(PAID);
        apply(new PauseRule(WORKSPACE, null, null));
        assertThat(inForce("order.paid")).isEmpty();
        assertThat(directory.definition(ID, 1)).isPresent();

        apply(new ResumeRule(WORKSPACE, null));
        assertThat(inForce("order.paid")).hasSize(1);
    }

    @Test
    void ofADeletedRuleNothingIsFound() {
        publish(PAID);
        apply(new DeleteRule(WORKSPACE));

        assertThat(inForce("order.paid")).isEmpty();
        assertThat(directory.rule(ID)).isEmpty();
        assertThat(directory.definition(ID, 1)).isEmpty();
    }

    @Test
    void anOlderEventChangesNothing() {
        publish(PAID);
        publish(SENT);
        apply(new DeleteRule(WORKSPACE));
        List<EventRecord> all = rules.events();

        for (int i = all.size() - 1; i >= 0; i--) {
            directory.apply(all.get(i));
        }

        assertThat(directory.rule(ID)).isEmpty();
        assertThat(inForce("order.paid")).isEmpty();
        assertThat(inForce("order.sent")).isEmpty();
    }

    @Test
    void theNewestEventAloneIsEnough() {
        publish(PAID);
        publish(SENT);
        RuleDirectory other = new RuleDirectory();

        other.apply(rules.events().getLast());

        assertThat(other.of(WORKSPACE, "order.sent")).hasSize(1);
        assertThat(other.definition(ID, 1)).isPresent();
    }

    @Test
    void aRuleThatNamesATypeInSeveralWaysIsFoundOnceAndGoesAltogether() {
        publish(PAID.replace("\"order.paid\"", "\"order.paid\",\"order.*\",\"*\""));
        assertThat(inForce("order.paid")).hasSize(1);
        assertThat(inForce("parcel.sent")).hasSize(1);

        publish(SENT);
        assertThat(inForce("order.paid")).isEmpty();
        assertThat(inForce("parcel.sent")).isEmpty();
    }

    @Test
    void rulesAreOfTheirWorkspace() {
        publish(PAID);

        assertThat(directory.of("ws_other", "order.paid")).isEmpty();
    }

    @Test
    void aScheduledRuleIsFoundByItsScheduleAlone() {
        publish("{\"trigger\":{\"every\":\"PT10M\"},\"actions\":[" + STOP + "]}");
        assertThat(directory.scheduled()).hasSize(1);
        assertThat(inForce("order.paid")).isEmpty();

        publish(PAID);
        assertThat(directory.scheduled()).isEmpty();
    }

    @Test
    void aDefinitionThatThisReleaseCannotReadIsNotInForce() {
        publish("{\"trigger\":{\"of_another_release\":true},\"actions\":[]}");

        assertThat(inForce("order.paid")).isEmpty();
        assertThat(directory.definition(ID, 1)).isEmpty();
        publish(PAID);
        assertThat(inForce("order.paid")).hasSize(1);
    }

    private List<InForce> inForce(String type) {
        return directory.of(WORKSPACE, type);
    }

    private void publish(String definition) {
        apply(new CreateRule(Rule.blank(ID, WORKSPACE, TestEngine.START)));
        apply(draft(definition));
        apply(new PublishRule(WORKSPACE, null, List.of(), "key_1"));
    }

    private static UpdateRule draft(String definition) {
        return new UpdateRule(
                WORKSPACE, new RulePatch(List.of(), null, null, definition, Map.of()));
    }

    private void apply(RuleCommand command) {
        rules.decide(ID, command, null, TestEngine.START).ifPresent(directory::apply);
    }
}
