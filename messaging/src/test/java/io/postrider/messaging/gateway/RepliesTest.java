package io.postrider.messaging.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.contacts.Contact;
import io.postrider.domain.contacts.Contact.OptOut;
import io.postrider.domain.contacts.ContactAddress;
import io.postrider.domain.contacts.ContactCommand.BlockContact;
import io.postrider.domain.contacts.ContactCommand.DeleteContact;
import io.postrider.domain.instances.Instance;
import io.postrider.domain.instances.InstanceCommand.UpdateInstance;
import io.postrider.domain.instances.InstancePatch;
import io.postrider.domain.messages.Message;
import io.postrider.domain.messages.MessageError;
import io.postrider.testkit.MemoryFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What comes back from the numbers of the sandbox that answer. */
class RepliesTest {

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(5);

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

    /** What is received after a text to a number. */
    private List<Message> repliesOf(String digits) {
        gateway.send(instance, "+120255501" + digits);
        gateway.later(LONG_ENOUGH);
        return gateway.received();
    }

    private JsonNode content(Message message) {
        return gateway.content(message);
    }

    private Contact contact(Message of) {
        return gateway.get(Contact.class, String.valueOf(of.contactId()));
    }

    @Test
    void aTextComesBackFromTheContactThatWasWrittenTo() {
        Message reply = repliesOf("20").getFirst();

        assertThat(reply.type()).isEqualTo("text");
        assertThat(content(reply).at("/text/body").asString()).isEqualTo("Thank you!");
        assertThat(content(reply).at("/from/phone").asString()).isEqualTo("+12025550120");
        assertThat(reply.contactId()).isEqualTo(gateway.contacts.withNumber("+12025550120"));
        assertThat(gateway.all(Contact.class)).hasSize(1);
        assertThat(reply.providerId()).startsWith("wamid.IN");
    }

    @Test
    void aMessageOfEachTypeComesBack() {
        List<Message> replies = repliesOf("21");

        assertThat(replies)
                .extracting(Message::type)
                .containsExactly(
                        "text",
                        "image",
                        "document",
                        "location",
                        "contacts",
                        "reaction",
                        "interactive",
                        "button");
        assertThat(replies)
                .allSatisfy(reply -> assertThat(content(reply).has(reply.type())).isTrue());
        assertThat(content(replies.get(3)).at("/location/name").asString())
                .isEqualTo("Dolores Park");
        assertThat(content(replies.get(6)).at("/interactive/button_reply/id").asString())
                .isEqualTo("yes");
        assertThat(gateway.events(replies.get(5).id())).containsExactly("message.reaction");
    }

    @Test
    void aReactionNamesTheMessageThatItIsAbout() {
        String sent = gateway.send(instance, "+12025550122");
        gateway.later(LONG_ENOUGH);

        String provider = gateway.message(sent).providerId();
        assertThat(gateway.received())
                .hasSize(2)
                .allSatisfy(reaction ->
                        assertThat(content(reaction).at("/reaction/message_id").asString())
                                .isEqualTo(sent))
                .allSatisfy(reaction ->
                        assertThat(content(reaction).at("/reaction/provider_id").asString())
                                .isEqualTo(provider));
        assertThat(content(gateway.received().getLast()).at("/reaction/emoji").asString())
                .isEmpty();
    }

    @Test
    void aContactThatWritesStopGetsNothingMore() {
        Message stop = repliesOf("23").getFirst();
        assertThat(contact(stop).optOut()).extracting(OptOut::source).isEqualTo("keyword");

        String id = gateway.send(instance, "+12025550123");

        assertThat(gateway.message(id).error())
                .map(MessageError::code)
                .contains("recipient_opted_out");
    }

    @Test
    void aRepeatedMessageIsReceivedOnce() {
        assertThat(repliesOf("24")).hasSize(1);
        assertThat(gateway.edge.bodies()).filteredOn(body -> body.contains("Twice")).hasSize(2);
    }

    @Test
    void aPersonWithoutANumberIsAContactByAnotherId() {
        Message reply = repliesOf("25").getFirst();

        assertThat(contact(reply).addresses())
                .extracting(ContactAddress::type)
                .containsExactly(ContactAddress.BSUID);
        assertThat(gateway.contacts.name(contact(reply))).contains("Sheena");
    }

    @Test
    void aNumberThatChangesWritesFromTheNewOne() {
        List<Message> replies = repliesOf("26");

        assertThat(replies).extracting(Message::type).containsExactly("system", "text");
        assertThat(content(replies.getFirst()).at("/system/wa_id").asString())
                .isEqualTo("12025550127");
        assertThat(gateway.contacts.addresses(contact(replies.getLast())))
                .containsExactly("+12025550127", "+12025550126");
        assertThat(replies).extracting(Message::contactId).doesNotContainNull().hasSize(2);
        assertThat(contact(replies.getLast())).isEqualTo(contact(replies.getFirst()));
    }

    @Test
    void anEditAndARevocationChangeTheMessageThatTheyAreAbout() {
        List<Message> replies = repliesOf("28");

        Message first = replies.getFirst();
        assertThat(replies).hasSize(1);
        assertThat(gateway.events(first.id()))
                .containsExactly("message.received", "message.edited", "message.revoked");
        assertThat(String.valueOf(gateway.shown(first).path("revoked_at"))).isNotEqualTo("null");
        assertThat(gateway.shown(first).has("text")).isFalse();
        assertThat(gateway.shown(first).has("from")).isTrue();
    }

    @Test
    void aMessageOfAnUnknownTypeIsKeptWhole() {
        Message reply = repliesOf("70").getFirst();

        assertThat(reply.type()).isEqualTo("unknown");
        assertThat(content(reply).at("/unknown/hologram/id").asString()).isEqualTo("1");
    }

    @Test
    void aCallThatIsSignedWithTheFormerSecretIsTaken() {
        gateway.instances.change(
                instance,
                new UpdateInstance(
                        TestGateway.WORKSPACE,
                        new InstancePatch(
                                List.of("config/app_secret"),
                                null,
                                Map.of(),
                                Map.of(
                                        Instance.APP_SECRET,
                                        gateway.instances.sealed(
                                                instance.id(), Instance.APP_SECRET, "rotated")),
                                Map.of())));

        assertThat(repliesOf("71")).hasSize(1);
        assertThat(gateway.edge.refused()).isZero();
    }

    @Test
    void aCallWithAWrongSignatureIsRefused() {
        assertThat(repliesOf("72")).isEmpty();
        assertThat(gateway.edge.refused()).isOne();
    }

    @Test
    void aCallThatIsNotTakenIsMadeAgain() {
        gateway.send(instance, "+12025550120");
        gateway.edge.fail(2);

        gateway.later(Duration.ofMillis(100));
        gateway.until(() -> gateway.edge.arrived() == 3);
        gateway.later(LONG_ENOUGH);

        assertThat(gateway.received()).hasSize(1);
        assertThat(gateway.edge.bodies().get(2)).isEqualTo(gateway.edge.bodies().get(0));
    }

    @Test
    void nothingIsReceivedFromABlockedContact() {
        Message first = repliesOf("20").getFirst();

        gateway.change(String.valueOf(first.contactId()), new BlockContact(TestGateway.WORKSPACE));
        gateway.call(
                instance,
                Calls.with("messages", "messages", Calls.text("wamid.9", "12025550120", "Hi")));

        assertThat(gateway.received()).containsExactly(first);
    }

    @Test
    void aContactThatWasDeletedIsSeenAnew() {
        Message first = repliesOf("20").getFirst();
        String contact = String.valueOf(first.contactId());
        gateway.change(contact, new DeleteContact(TestGateway.WORKSPACE));

        repliesOf("20");

        assertThat(gateway.received()).extracting(Message::contactId).containsOnly(contact);
        assertThat(gateway.events(contact))
                .containsExactly("contact.created", "contact.deleted", "contact.created");
    }

    /** The other instance gets what was sent, and answers. */
    @Test
    void instancesOfTheSandboxWriteToEachOther() {
        Instance other = gateway.instances.sandbox();
        String sent =
                gateway.send(instance, other.config().getOrDefault(Instance.PHONE_NUMBER, ""));
        gateway.later(LONG_ENOUGH);

        Message received = gateway.received().getFirst();
        assertThat(received.instanceId()).isEqualTo(other.id());
        assertThat(content(received).at("/text/body").asString()).isEqualTo("Hi");
        assertThat(content(received).at("/from/phone").asString())
                .isEqualTo(instance.config().get(Instance.PHONE_NUMBER));
        assertThat(gateway.message(sent).status().label()).isEqualTo("read");
    }
}
