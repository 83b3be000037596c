package io.postrider.decider;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.contacts.ContactCommand.CreateContact;
import io.postrider.domain.contacts.ContactCommand.UpdateContact;
import io.postrider.domain.messages.MessageCommand.RecordReceipt;
import io.postrider.domain.messages.MessageCommand.SendMessage;
import io.postrider.schemas.Actor;
import io.postrider.schemas.Cause;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.Context;
import io.postrider.schemas.catalogue.AggregateType;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.schemas.catalogue.Sample;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the system does for a rule is known as caused by the event that led to the rule. */
class CausesTest {

    private static final Sample SAMPLE = Sample.numbered(1);
    private static final Actor RULE = Actor.rule("rul_1", new Cause("evt_1", "run_1", 3));
    private static final Actor GATEWAY = Actor.system("channel-gateway");

    private final ContextHandler handler =
            new ContextHandler(
                    Context.MESSAGES, Catalogue.of(Context.MESSAGES), DeciderHarness.IDS);

    @Test
    void aReceiptOfAMessageHasTheCauseOfTheMessage() {
        EncodedEvent sent = decided(Catalogue.MESSAGE, SendMessage.class, RULE, null);

        EncodedEvent receipt = decided(Catalogue.MESSAGE, RecordReceipt.class, GATEWAY, sent);

        assertThat(receipt.header().actor()).isEqualTo(GATEWAY.causedBy(RULE.cause()));
        assertThat(receipt.header().causationId()).isEqualTo("cmd_1");
    }

    @Test
    void aCallerHasACauseOfItsOwnOrNone() {
        Actor key = Actor.key("key_1");
        EncodedEvent sent = decided(Catalogue.MESSAGE, SendMessage.class, RULE, null);

        assertThat(decided(Catalogue.MESSAGE, RecordReceipt.class, key, sent).header().actor())
                .isEqualTo(key);
    }

    @Test
    void aContactOutlivesTheCauseOfAChange() {
        EncodedEvent created = decided(Catalogue.CONTACT, CreateContact.class, RULE, null);

        assertThat(
                        decided(Catalogue.CONTACT, UpdateContact.class, GATEWAY, created)
                                .header()
                                .actor())
                .isEqualTo(GATEWAY);
    }

    private <C> EncodedEvent decided(
            AggregateType<C, ?, ?, ?> entry,
            Class<? extends C> type,
            Actor actor,
            @Nullable EncodedEvent newest) {
        Record body =
                (Record)
                        entry.commands().stream()
                                .filter(each -> each.type() == type)
                                .findFirst()
                                .orElseThrow()
                                .sample(SAMPLE);
        DecodedCommand.Command command =
                new DecodedCommand.Command(
                        new CommandPosition(
                                Context.MESSAGES, 0, 0, Sample.AT, DecisionLogic.NEWEST, null),
                        new CommandHeader(
                                "cmd_1",
                                handler.typeOf(body),
                                Sample.AT,
                                SAMPLE.workspace(),
                                "msg_1",
                                actor,
                                null,
                                null,
                                null,
                                null),
                        new UUID(1, 2),
                        body);
        DecisionResult verdict =
                handler.decide(command, newest == null ? null : newest.framed(), null);
        if (verdict instanceof DecisionResult.Accepted accepted) {
            return accepted.newest();
        }
        throw new AssertionError(verdict);
    }
}
