package io.postrider.messaging.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.contacts.Contact;
import io.postrider.domain.contacts.ContactAddress;
import io.postrider.domain.contacts.ContactCommand.AbsorbContact;
import io.postrider.domain.contacts.ContactCommand.MergeContact;
import io.postrider.platform.offsets.SystemCommands;
import io.postrider.platform.secrets.ContactSealer;
import io.postrider.schemas.Context;
import io.postrider.schemas.codec.CommandCodec;
import io.postrider.schemas.codec.SchemaIds;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What becomes of the id of a contact that was merged into another one. */
class MergedContactsTest {

    private static final String CONTACTS = "/api/v1/contacts";
    private static final String MESSAGES = "/api/v1/messages";

    @AutoClose private final TestApi api = new TestApi();
    private final Caller caller = api.caller();
    private String instance = "";
    private String first = "";
    private String second = "";

    @BeforeEach
    void merge() {
        instance =
                caller.post("/api/v1/instances", json("{'name':'A','provider':'sandbox'}"))
                        .member("id");
        first = contact("+12025550131");
        second = contact("+12025550132");
        message(first);
        message(second);
        ContactSealer sealer = api.bean(ContactSealer.class);
        Contact blank = Contact.blank(first, TestApi.WORKSPACE, api.now());
        ContactAddress address =
                sealer.address(TestApi.WORKSPACE, first, ContactAddress.PHONE, "+12025550132")
                        .orElseThrow();
        Contact taken =
                new Contact(
                        first,
                        TestApi.WORKSPACE,
                        null,
                        List.of(),
                        List.of(address),
                        List.of("vip"),
                        Map.of(),
                        false,
                        null,
                        List.of(),
                        blank.createdAt(),
                        blank.updatedAt());
        happens(second, new MergeContact(TestApi.WORKSPACE, first));
        happens(first, new AbsorbContact(taken, second));
    }

    private String contact(String phone) {
        return caller.post(
                        CONTACTS,
                        json("{'addresses':[{'type':'phone','value':'%s'}]}".formatted(phone)))
                .member("id");
    }

    private Response message(String contact) {
        return caller.post(
                MESSAGES,
                json(
                        "{'instance_id':'%s','to':{'contact_id':'%s'},'type':'text','text':{'body':'a secret'}}"
                                .formatted(instance, contact)));
    }

    private void happens(String contact, Record command) {
        SchemaIds ids = api.bean(SchemaIds.class);
        byte[] value =
                new SystemCommands("gateway", Context.MESSAGES, ids, api::now)
                        .value(TestApi.WORKSPACE, contact, command);
        var _ =
                api.log()
                        .send(
                                Context.MESSAGES,
                                CommandCodec.of(Context.MESSAGES, ids).decode(value));
    }

    private static List<String> contacts(Response page) {
        return page.body()
                .path("data")
                .valueStream()
                .map(message -> message.path("contact_id").asString(""))
                .toList();
    }

    @Test
    void messagesOfBothAreFoundByEither() {
        for (String id : List.of(first, second)) {
            assertThat(contacts(caller.get(MESSAGES + "?contact_id=" + id)))
                    .containsExactlyInAnyOrder(first, second);
        }
        Response page = caller.get(MESSAGES + "?contact_id=" + first + "&limit=1");
        String next = MESSAGES + "?contact_id=" + first + "&cursor=" + page.member("next_cursor");
        assertThat(contacts(caller.get(next)))
                .hasSize(1)
                .doesNotContainAnyElementsOf(contacts(page));
    }

    /** A filter names one contact. */
    @ParameterizedTest
    @ValueSource(strings = {"%s,%s", "%s,", ",%2$s", ",", "x"})
    void invalidIdsFindNothing(String filter) {
        assertThat(
                        contacts(
                                caller.get(
                                        MESSAGES
                                                + "?contact_id="
                                                + filter.formatted(first, second))))
                .isEmpty();
    }

    @Test
    void aMessageToTheFormerIdIsToTheOther() {
        Response told = message(second);

        assertThat(told.status()).as(told.text()).isEqualTo(202);
        assertThat(told.member("contact_id")).isEqualTo(first);
        assertThat(told.body().at("/to/phone").asString()).isEqualTo("+12025550131");

        caller.post(CONTACTS + "/" + first + "/opt-out");
        assertThat(message(second).errors()).containsExactly("#/to/contact_id recipient_opted_out");
        assertThat(
                        caller.post(
                                        MESSAGES,
                                        json(
                                                "{'instance_id':'%s','to':{'phone':'+12025550132'},'type':'text','text':{'body':'x'}}"
                                                        .formatted(instance)))
                                .errors())
                .containsExactly("#/to recipient_opted_out");
    }

    @Test
    void theFormerIdIsNoContactAnyMore() {
        String former = CONTACTS + "/" + second;

        assertThat(caller.get(former).status()).isEqualTo(404);
        assertThat(caller.patch(former, json("{'labels':['x']}")).status()).isEqualTo(404);
        assertThat(caller.post(former + "/opt-in").status()).isEqualTo(404);
        assertThat(caller.post(former + "/block").status()).isEqualTo(404);
        assertThat(caller.delete(former).status()).isEqualTo(404);
        assertThat(caller.get(CONTACTS + "?merged_id=" + second).body().at("/data/0/id").asString())
                .isEqualTo(first);
    }

    @Test
    void aDeletedPersonIsNotFound() {
        caller.delete(CONTACTS + "/" + first);

        assertThat(message(second).errors()).containsExactly("#/to/contact_id unknown_recipient");
        assertThat(caller.get(CONTACTS).body().path("data")).isEmpty();
        assertThat(caller.get(CONTACTS + "?address=%2B12025550132").body().path("data")).isEmpty();
    }

    /** The merge is told with the contact, and with nothing of its messages. */
    @Test
    void readingContactsDoesNotReadMessages() {
        Caller narrow = api.caller("contacts:read", "events:read");

        assertThat(narrow.get(MESSAGES + "?contact_id=" + first).status()).isEqualTo(403);
        JsonNode events = narrow.get("/api/v1/events?limit=100").body().path("data");
        assertThat(events.valueStream().map(event -> event.path("type").asString("")))
                .contains("contact.merged", "contact.deleted")
                .allMatch(type -> type.startsWith("contact."));
        assertThat(events.toString()).contains(second).doesNotContain("a secret", "msg_");
    }

    private static String json(String quoted) {
        return quoted.replace('\'', '"');
    }
}
