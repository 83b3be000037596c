package io.postrider.messaging.gateway;

import static io.postrider.domain.messages.MessageStatus.ACCEPTED;
import static io.postrider.domain.messages.MessageStatus.CANCELED;
import static io.postrider.domain.messages.MessageStatus.EXPIRED;
import static io.postrider.domain.messages.MessageStatus.FAILED;
import static io.postrider.domain.messages.MessageStatus.READ;
import static io.postrider.domain.messages.MessageStatus.SUBMITTED;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.contacts.Contact;
import io.postrider.domain.contacts.ContactCommand.BlockContact;
import io.postrider.domain.contacts.ContactCommand.OptOutContact;
import io.postrider.domain.instances.Instance;
import io.postrider.domain.instances.InstanceCommand.DeleteInstance;
import io.postrider.domain.instances.InstanceCommand.PauseInstance;
import io.postrider.domain.messages.Message;
import io.postrider.domain.messages.MessageCommand.CancelMessage;
import io.postrider.domain.messages.MessageError;
import io.postrider.schemas.Attempt;
import io.postrider.testkit.MemoryFolder;
import io.postrider.testkit.records.Records;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages on their way to the sandbox, and what keeps them from it. */
class SendsTest {

    private static final Duration ROUND = Duration.ofMillis(100);
    private static final String ANYONE = "+12025550100";

    @TempDir(factory = MemoryFolder.class)
    private Path folder;

    private TestGateway gateway;
    private Instance instance;

    @BeforeEach
    void open() {
        gateway = new TestGateway(folder);
        instance = gateway.instances.sandbox();
    }

    @AfterEach
    void close() {
        gateway.close();
    }

    private void assertNotCalled(String id, String code) {
        assertThat(gateway.message(id).status()).isEqualTo(FAILED);
        assertThat(gateway.message(id).error()).map(MessageError::code).contains(code);
        assertThat(gateway.attempts(id))
                .extracting(Attempt::outcome)
                .containsExactly(Attempt.EXHAUSTED);
    }

    @Test
    void aMessageIsSubmittedWithTheIdOfTheProvider() {
        String id = gateway.send(instance, ANYONE);

        Message message = gateway.message(id);
        assertThat(message.status()).isEqualTo(SUBMITTED);
        assertThat(message.providerId()).startsWith("wamid.");
        assertThat(gateway.attempts(id))
                .extracting(Attempt::outcome)
                .containsExactly(Attempt.STARTED, Attempt.DELIVERED);

        gateway.later(Duration.ofSeconds(1));

        assertThat(gateway.message(id).status()).isEqualTo(READ);
        assertThat(gateway.events(id))
                .containsExactly(
                        "message.accepted",
                        "message.submitted",
                        "message.sent",
                        "message.delivered",
                        "message.read");
    }

    @Test
    void aMessageThatIsReadTwiceFromTheLogIsSentOnce() {
        String id = gateway.send(instance, ANYONE);

        gateway.readAgain(id);
        gateway.later(Duration.ofSeconds(10));

        assertThat(gateway.attempts(id)).hasSize(2);
    }

    @Test
    void aRecipientBecomesAContactOnce() {
        String id = gateway.send(instance, ANYONE);
        gateway.send(instance, ANYONE);

        assertThat(gateway.all(Contact.class))
                .singleElement()
                .satisfies(contact -> {
                    assertThat(contact.id()).isEqualTo(gateway.message(id).contactId());
                    assertThat(gateway.contacts.addresses(contact)).containsExactly(ANYONE);
                    assertThat(contact.name()).isNull();
                });
    }

    @Test
    void aMessageForLaterIsSentAtItsTime() {
        Message message = Calls.scheduled(text(), gateway.now().plusSeconds(3_600));
        gateway.send(message);

        gateway.later(Duration.ofMinutes(59));
        assertThat(gateway.attempts()).isEmpty();
        gateway.later(Duration.ofMinutes(2));

        assertThat(gateway.message(message.id()).status()).isEqualTo(READ);
    }

    @Test
    void aMessageThatIsCanceledBeforeItsTimeIsNotSent() {
        Message message = Calls.scheduled(text(), gateway.now().plusSeconds(3_600));
        gateway.send(message);

        gateway.change(message.id(), new CancelMessage(TestGateway.WORKSPACE));
        gateway.later(Duration.ofHours(2));

        assertThat(gateway.message(message.id()).status()).isEqualTo(CANCELED);
        assertThat(gateway.attempts()).isEmpty();
    }

    @Test
    void aMessageThatExpiresWhileItWaitsIsNotSent() {
        gateway.instances.change(instance, new PauseInstance(TestGateway.WORKSPACE));
        Message message = Calls.expiring(text(), gateway.now().plusSeconds(60));
        gateway.send(message);
        gateway.later(Duration.ofMinutes(2));

        gateway.instances.connected(instance);
        gateway.later(ROUND);

        assertThat(gateway.message(message.id()).status()).isEqualTo(EXPIRED);
        assertThat(gateway.attempts()).isEmpty();
    }

    @Test
    void messagesWaitUntilTheirInstanceIsConnected() {
        Instance later = gateway.instances.created(Instance.SANDBOX, Map.of());
        String id = gateway.send(later, ANYONE);
        gateway.later(Duration.ofHours(1));
        assertThat(gateway.message(id).status()).isEqualTo(ACCEPTED);

        gateway.instances.connected(later);
        gateway.later(ROUND);

        assertThat(gateway.message(id).status()).isEqualTo(SUBMITTED);
    }

    @Test
    void messagesWaitForAnInstanceThatIsNotKnownYet() {
        Message message = Records.with(text(), "instanceId", "inst_00000000000000000000000000");
        gateway.send(message);
        gateway.later(Duration.ofHours(1));

        assertThat(gateway.message(message.id()).status()).isEqualTo(ACCEPTED);
        assertThat(gateway.attempts()).isEmpty();
    }

    @Test
    void nothingIsSentFromADeletedInstance() {
        gateway.instances.change(instance, new PauseInstance(TestGateway.WORKSPACE));
        String id = gateway.send(instance, ANYONE);

        gateway.instances.change(instance, new DeleteInstance(TestGateway.WORKSPACE));
        gateway.later(Duration.ofHours(1));

        assertThat(gateway.message(id).status()).isEqualTo(ACCEPTED);
        assertThat(gateway.attempts()).isEmpty();
    }

    @Test
    void aContactThatOptedOutMeanwhileIsSentNothing() {
        String contact = gateway.message(gateway.send(instance, ANYONE)).contactId();
        Message message = Calls.scheduled(text(), gateway.now().plusSeconds(60));
        gateway.send(message);

        gateway.change(
                String.valueOf(contact), new OptOutContact(TestGateway.WORKSPACE, "keyword"));
        gateway.later(Duration.ofMinutes(2));

        assertNotCalled(message.id(), "recipient_opted_out");
    }

    @Test
    void aContactThatWasBlockedMeanwhileIsSentNothing() {
        String contact = gateway.message(gateway.send(instance, ANYONE)).contactId();
        Message message = Calls.scheduled(text(), gateway.now().plusSeconds(60));
        gateway.send(message);

        gateway.change(String.valueOf(contact), new BlockContact(TestGateway.WORKSPACE));
        gateway.later(Duration.ofMinutes(2));

        assertNotCalled(message.id(), "recipient_blocked");
    }

    @Test
    void withoutTheKeyOfTheWorkspaceNothingIsSent() {
        Message message = Calls.scheduled(text(), gateway.now().plusSeconds(60));
        gateway.send(message);

        gateway.destroyKey();
        gateway.later(Duration.ofMinutes(2));

        assertNotCalled(message.id(), "content_unavailable");
    }

    @Test
    void messagesThatWaitedAreSentOnceTheirInstanceIsResumed() {
        gateway.instances.change(instance, new PauseInstance(TestGateway.WORKSPACE));
        String first = gateway.send(instance, ANYONE);
        String second = gateway.send(instance, "+12025550101");

        gateway.instances.connected(instance);
        gateway.later(Duration.ofSeconds(2));

        assertThat(gateway.message(first).status()).isEqualTo(READ);
        assertThat(gateway.message(second).status().label()).isEqualTo("delivered");
    }

    private Message text() {
        return gateway.drafts.text(instance, ANYONE);
    }
}
