package io.postrider.messaging.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.contacts.Contact;
import io.postrider.domain.contacts.Contact.OptOut;
import io.postrider.domain.contacts.ContactCommand.BlockContact;
import io.postrider.domain.contacts.ContactCommand.DeleteContact;
import io.postrider.domain.contacts.ContactCommand.OptOutContact;
import io.postrider.domain.instances.Instance;
import io.postrider.domain.messages.Message;
import io.postrider.domain.messages.MessageError;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.MemoryFolder;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** One contact of a person, however the provider names the person. */
class PersonsTest {

    private static final String ONE = "12025550131";
    private static final String TWO = "12025550132";
    private static final String THREE = "12025550133";

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

    private void receive(ObjectNode... messages) {
        gateway.call(instance, Calls.with("messages", "messages", messages));
    }

    private void write(String id, String from, String userId) {
        ObjectNode text = Calls.text(id, from, "Hi");
        receive(userId.isEmpty() ? text : text.put("from_user_id", userId));
    }

    private void change(String id, String from, String to) {
        receive(changed(id, from, to));
    }

    private static ObjectNode changed(String id, String from, String to) {
        ObjectNode system = Calls.text(id, from, "").put("type", "system");
        system.putObject("system").put("type", "user_changed_number").put("wa_id", to);
        return system;
    }

    private Contact only() {
        return gateway.all(Contact.class).stream().reduce((_, _) -> null).orElseThrow();
    }

    private String contactOf(String phone) {
        return gateway.contacts.withNumber("+" + phone);
    }

    private String refusal(String phone) {
        String id = gateway.send(instance, "+" + phone);
        return gateway.message(id).error().map(MessageError::code).orElse("none");
    }

    @ParameterizedTest
    @CsvSource({
        "+5531988887777,553188887777",
        "+551187654321,5511987654321",
        "+525512345678,5215512345678",
        "+5215512345678,525512345678",
        "+541123456789,5491123456789",
        "+5491123456789,541123456789"
    })
    void theFormsOfANumberAreOneContactWithOneOptOut(String to, String from) {
        gateway.send(instance, to);
        receive(Calls.text("wamid.1", from, "STOP"));

        assertThat(gateway.received().getFirst().contactId()).isEqualTo(only().id());
        assertThat(gateway.contacts.addresses(only())).containsExactly(to);
        assertThat(gateway.message(gateway.send(instance, to)).error())
                .map(MessageError::code)
                .contains("recipient_opted_out");
        assertThat(refusal(from)).isEqualTo("recipient_opted_out");
    }

    /** One-time codes, utility templates and replies are sent all the same. */
    @ParameterizedTest
    @CsvSource({
        "template,marketing,recipient_opted_out",
        "template,'',recipient_opted_out",
        "template,utility,none",
        "template,authentication,none",
        "text,'',none"
    })
    void anOptOutOfMarketingHoldsBackMarketingAlone(String type, String category, String code) {
        gateway.call(
                instance,
                Calls.with(
                        "user_preferences",
                        "user_preferences",
                        Calls.json(
                                "{'wa_id':'%s','category':'marketing_messages','value':'stop'}"
                                        .formatted(ONE))));
        ObjectNode content = Json.object();
        content.putObject("to").put("phone", "+" + ONE);
        content.putObject(type).put("name", "a").put("body", "Hi");
        if (!category.isEmpty()) {
            content.put("template_category", category);
        }
        Message message = gateway.drafts.outbound(instance, only().id(), type, content);
        gateway.send(message);
        gateway.settle();

        assertThat(gateway.message(message.id()).error().map(MessageError::code).orElse("none"))
                .isEqualTo(code);
    }

    /** Refused at once, and told by a status. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void theProviderReportsMarketingOptOuts(boolean atOnce) {
        String to = atOnce ? "12025550144" : "12025550102";
        String id = gateway.send(instance, "+" + to);
        if (!atOnce) {
            ObjectNode failed = Calls.status(id, "failed", TestGateway.START);
            failed.putArray("errors").add(Calls.json("{'code':131050}"));
            gateway.call(instance, Calls.statuses(failed));
        }

        assertThat(only().optOut())
                .isEqualTo(new OptOut("provider", gateway.now(), OptOut.MARKETING));
    }

    @Test
    void aPersonIsTheContactOfTheIdBeforeThatOfTheNumber() {
        ObjectNode hidden = Calls.text("wamid.1", "", "Hi").put("from_user_id", "US.1");
        ObjectNode shown = Calls.text("wamid.2", ONE, "Hi").put("from_user_id", "US.1");
        receive(hidden, shown);

        assertThat(gateway.received())
                .extracting(Message::contactId)
                .containsExactly(only().id(), only().id());
        assertThat(gateway.contacts.addresses(only())).containsExactlyInAnyOrder("+" + ONE, "US.1");
    }

    @Test
    void twoContactsOfOnePersonAreMergedAndTheStricterWishIsKept() {
        write("wamid.1", ONE, "");
        write("wamid.2", "", "US.1");
        List<Contact> two = gateway.all(Contact.class);
        gateway.change(two.getLast().id(), new OptOutContact(TestGateway.WORKSPACE, "api"));
        gateway.settle();

        write("wamid.3", ONE, "US.1");

        assertThat(two).hasSize(2);
        assertThat(gateway.contacts.addresses(only())).containsExactlyInAnyOrder("+" + ONE, "US.1");
        assertThat(only().optOut()).isNotNull();
        assertThat(only().merged())
                .containsExactlyElementsOf(
                        two.stream()
                                .map(Contact::id)
                                .filter(id -> !id.equals(only().id()))
                                .toList());
        assertThat(gateway.events(only().id())).contains("contact.merged");
        assertThat(refusal(ONE)).isEqualTo("recipient_opted_out");
    }

    @Test
    void aContactSeenTwiceIsMerged() {
        ObjectNode byNumber = Calls.text("wamid.1", ONE, "Hi");
        ObjectNode byBoth = Calls.text("wamid.2", ONE, "Hi").put("from_user_id", "US.1");
        receive(byNumber, byBoth);

        assertThat(gateway.contacts.addresses(only())).containsExactlyInAnyOrder("+" + ONE, "US.1");
    }

    @Test
    void aNumberThatChangedIsOfTheSameContactAndComesFirst() {
        write("wamid.1", ONE, "");
        change("wamid.2", ONE, TWO);
        write("wamid.3", TWO, "");

        assertThat(gateway.received()).extracting(Message::contactId).containsOnly(only().id());
        assertThat(gateway.contacts.addresses(only())).containsExactly("+" + TWO, "+" + ONE);
    }

    @Test
    void theContactsOfAChainOfNumbersAreOneAndNothingIsLost() {
        write("wamid.1", ONE, "");
        write("wamid.2", TWO, "US.2");
        write("wamid.3", THREE, "");
        gateway.change(contactOf(ONE), new OptOutContact(TestGateway.WORKSPACE, "api"));
        String first = contactOf(ONE);
        String third = contactOf(THREE);

        change("wamid.4", ONE, TWO);
        change("wamid.5", TWO, THREE);

        assertThat(gateway.contacts.addresses(only()))
                .containsExactlyInAnyOrder("+" + ONE, "+" + TWO, "+" + THREE, "US.2");
        assertThat(gateway.contacts.addresses(only())).startsWith("+" + THREE);
        assertThat(only().merged()).hasSize(2);
        assertThat(List.of(ONE, TWO, THREE))
                .allMatch(number -> contactOf(number).equals(only().id()));
        assertThat(refusal(THREE)).isEqualTo("recipient_opted_out");
        assertThat(gateway.contacts.directory().find(TestGateway.WORKSPACE, first))
                .isEqualTo(gateway.contacts.directory().find(TestGateway.WORKSPACE, third))
                .isPresent();
    }

    /** A person gives up a username, and another one takes it. */
    @Test
    void aUsernameThatIsTakenOverMakesNoOnePerson() {
        for (String userId : List.of("US.1", "US.2")) {
            ObjectNode text = Calls.text("wamid." + userId, "", "Hi").put("from_user_id", userId);
            ObjectNode call = Calls.with("messages", "messages", text);
            ((ObjectNode) call.at("/entry/0/changes/0/value"))
                    .putArray("contacts")
                    .addObject()
                    .put("user_id", userId)
                    .putObject("profile")
                    .put("username", "ana");
            gateway.call(instance, call);
        }

        assertThat(gateway.all(Contact.class))
                .map(gateway.contacts::addresses)
                .containsExactly(List.of("US.1", "ana"), List.of("US.2", "ana"));
    }

    @Test
    void twoContactsThatAreMergedIntoEachOtherAreOne() {
        write("wamid.1", ONE, "");
        write("wamid.2", TWO, "");

        receive(changed("wamid.3", ONE, TWO), changed("wamid.4", TWO, ONE));

        assertThat(gateway.all(Contact.class)).hasSize(1);
        assertThat(gateway.contacts.addresses(only()))
                .containsExactlyInAnyOrder("+" + ONE, "+" + TWO);
        assertThat(only().merged()).hasSize(1);
    }

    /** The id of a contact follows from its address, so it comes again where the person is deleted and writes. */
    @Test
    void aContactThatCameAgainAndIsDeletedIsNoOther() {
        write("wamid.1", ONE, "");
        gateway.later(Duration.ofSeconds(1));
        write("wamid.2", TWO, "");
        String second = contactOf(TWO);
        change("wamid.3", ONE, TWO);
        delete(only().id());
        write("wamid.4", TWO, "");
        delete(second);

        write("wamid.5", ONE, "");

        assertThat(only().id()).isNotEqualTo(second);
        assertThat(gateway.contacts.directory().find(TestGateway.WORKSPACE, second)).isEmpty();
    }

    private void delete(String contact) {
        gateway.change(contact, new DeleteContact(TestGateway.WORKSPACE));
        gateway.settle();
    }

    @Test
    void aBlockedPersonStaysSoUnderAnotherNumber() {
        write("wamid.1", ONE, "");
        write("wamid.2", TWO, "");
        gateway.change(contactOf(ONE), new BlockContact(TestGateway.WORKSPACE));

        change("wamid.3", ONE, TWO);
        write("wamid.4", TWO, "");

        assertThat(gateway.received()).hasSize(2);
        assertThat(only().blocked()).isTrue();
    }

    @Test
    void anIdThatChangedIsOfTheSameContact() {
        write("wamid.1", "", "US.1");
        ObjectNode system = Calls.text("wamid.2", "", "").put("type", "system");
        system.put("from_user_id", "US.2")
                .putObject("system")
                .put("type", "user_changed_user_id")
                .put("user_id", "US.2")
                .put("previous_user_id", "US.1");
        receive(system);

        assertThat(gateway.contacts.addresses(only())).containsExactly("US.2", "US.1");
    }

    /** What was asked for while the contact existed goes to the one into which it was merged. */
    @Test
    void aMessageToAContactThatWasMergedIsToTheOther() {
        write("wamid.1", ONE, "");
        write("wamid.2", TWO, "");
        String gone = contactOf(TWO);
        gateway.change(contactOf(ONE), new OptOutContact(TestGateway.WORKSPACE, "api"));
        change("wamid.3", ONE, TWO);

        ObjectNode content = Json.object();
        content.putObject("to").put("phone", "+" + TWO);
        content.putObject("text").put("body", "Hi");
        Message message = gateway.drafts.outbound(instance, gone, "text", content);
        gateway.send(message);
        gateway.settle();

        assertThat(gateway.message(message.id()).error())
                .map(MessageError::code)
                .contains("recipient_opted_out");
        assertThat(gateway.all(Contact.class)).hasSize(1);
    }

    @Test
    void recipientsAreUpdatedFromTheProvidersResponse() {
        StubResponse answer =
                StubResponse.status(
                        200,
                        Map.of(),
                        Calls.json(
                                        "{'contacts':[{'input':'x','wa_id':'%s','user_id':'US.1'}],'messages':[{'id':'wamid.9'}]}"
                                                .formatted(TWO))
                                .toString());
        try (RecordingReceiver provider = RecordingReceiver.start(answer)) {
            Instance cloud = gateway.instances.cloud(provider.url(""));
            write("wamid.1", TWO, "");
            gateway.send(cloud, "+" + ONE);
            write("wamid.2", "", "US.1");
        }

        assertThat(gateway.received()).extracting(Message::contactId).hasSize(2);
        assertThat(gateway.contacts.addresses(only()))
                .containsExactlyInAnyOrder("+" + ONE, "+" + TWO, "US.1");
        assertThat(gateway.attempts().toString()).doesNotContain(TWO).doesNotContain("US.1");
    }
}
