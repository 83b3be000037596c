package io.postrider.messaging.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.contacts.Contact;
import io.postrider.domain.contacts.Contact.OptOut;
import io.postrider.domain.instances.Instance;
import io.postrider.domain.messages.Message;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.MemoryFolder;
import io.postrider.testkit.claims.Verifies;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Calls of the provider, good and bad, on their way to commands. */
class CallbackProcessorTest {

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

    private String name(Message of) {
        return gateway.contacts.name(contact(of)).orElse("");
    }

    private Contact contact(Message of) {
        return gateway.get(Contact.class, String.valueOf(of.contactId()));
    }

    @Test
    void repeatedCallbacksReceiveATextOnce() {
        ObjectNode text = Calls.text("wamid.1", "12025550130", "Hi");
        receive(text, text);
        receive(text);
        gateway.restart();
        receive(text);

        assertThat(gateway.received())
                .singleElement()
                .satisfies(message -> {
                    assertThat(message.status().label()).isEqualTo("received");
                    assertThat(message.createdAt()).isEqualTo(TestGateway.START);
                    assertThat(gateway.content(message).path("sent_at").asString())
                            .isEqualTo("2026-11-02T09:30:00.000Z");
                });
    }

    @Test
    void oneIdAtTwoInstancesIsTwoMessages() {
        ObjectNode text = Calls.text("wamid.1", "12025550130", "Hi");
        receive(text);
        gateway.call(gateway.instances.sandbox(), Calls.with("messages", "messages", text));

        assertThat(gateway.received()).hasSize(2);
        assertThat(gateway.all(Contact.class)).hasSize(1);
    }

    @Test
    void contentIsNotStoredInPlainText() {
        receive(Calls.text("wamid.1", "12025550130", "a secret"));

        Message message = gateway.received().getFirst();
        assertThat(message.toString()).doesNotContain("secret").doesNotContain("12025550130");
        assertThat(contact(message).toString()).doesNotContain("12025550130");
    }

    @Test
    void anAnswerNamesTheMessageThatIsAnswered() {
        ObjectNode text = Calls.text("wamid.1", "12025550130", "Hi");
        text.putObject("context").put("id", "wamid.0");

        receive(text);

        assertThat(
                        gateway.content(gateway.received().getFirst())
                                .at("/context/provider_id")
                                .asString())
                .isEqualTo("wamid.0");
    }

    @Test
    void anAnswerToAKnownMessageNamesItsId() {
        String sent = gateway.send(instance, "+12025550102");
        ObjectNode first = Calls.text("wamid.1", "12025550130", "Hi");
        first.putObject("context").put("id", gateway.message(sent).providerId());
        ObjectNode second = Calls.text("wamid.2", "12025550130", "Hi");
        second.putObject("context").put("id", "wamid.1");
        ObjectNode third = Calls.text("wamid.3", "12025550130", "Hi");
        third.putObject("context").put("id", "wamid.0");

        receive(first, second, third);

        List<Message> received = gateway.received();
        assertThat(received)
                .extracting(Message::replyTo)
                .containsExactly(sent, received.getFirst().id(), null);
    }

    @Test
    void anEditChangesTheTextAndKeepsTheRest() {
        ObjectNode image = Calls.text("wamid.1", "12025550130", "").put("type", "image");
        image.set("image", Calls.json("{'id':'1','mime_type':'image/png','caption':'Helo'}"));
        image.set("referral", Calls.json("{'ctwa_clid':'ARAk'}"));
        receive(image);
        String media =
                gateway.shown(gateway.received().getFirst()).at("/image/media_id").asString();

        receive(edit("wamid.3", "1793611803", "Hello"));
        receive(edit("wamid.2", "1793611802", "Hell"));
        receive(edit("wamid.3", "1793611803", "Hello"));

        Message message = gateway.received().getFirst();
        JsonNode shown = gateway.shown(message);
        assertThat(gateway.received()).hasSize(1);
        assertThat(shown.at("/image/caption").asString()).isEqualTo("Hello");
        assertThat(shown.at("/image/media_id").asString()).isEqualTo(media).isNotEmpty();
        assertThat(shown.at("/referral/ctwa_clid").asString()).isEqualTo("ARAk");
        assertThat(shown.path("edited_at").asString()).isEqualTo("2026-11-02T09:30:03.000Z");
        assertThat(gateway.events(message.id()))
                .containsExactly("message.received", "message.edited");
    }

    @Test
    void anEditOfAMessageThatIsNotKnownIsAMessage() {
        receive(edit("wamid.3", "1793611803", "Hello"));

        assertThat(gateway.received()).extracting(Message::type).containsExactly("edit");
    }

    /** Another person does not, nor does the receiver of a message that was sent from here. */
    @Test
    void aMessageIsChangedByItsAuthorAlone() {
        ObjectNode image = Calls.text("wamid.1", "12025550130", "").put("type", "image");
        image.set("image", Calls.json("{'id':'1','mime_type':'image/png','caption':'Helo'}"));
        receive(image);
        String sent = gateway.send(instance, "+12025550102");

        receive(edit("wamid.2", "1793611802", "Hell").put("from", "12025550131"));
        receive(edit("wamid.3", "1793611802", "Hell").put("from", ""));
        receive(revocation("wamid.4", "wamid.1").put("from", "12025550131"));
        receive(revocation("wamid.5", String.valueOf(gateway.message(sent).providerId())));

        Message message = gateway.received().getFirst();
        assertThat(gateway.received()).hasSize(1);
        assertThat(gateway.events(message.id())).containsExactly("message.received");
        assertThat(gateway.events(sent)).doesNotContain("message.revoked");
        assertThat(gateway.instances.notices())
                .hasSize(4)
                .allMatch(notice -> notice.field().equals("messages"));

        receive(revocation("wamid.6", "wamid.1"));
        assertThat(gateway.events(message.id())).endsWith("message.revoked");
    }

    /** An author keeps the right under another number. */
    @Test
    void anAuthorWithANewNumberChangesTheMessage() {
        receive(Calls.text("wamid.1", "12025550130", "Hi"));
        ObjectNode system = Calls.text("wamid.2", "12025550130", "").put("type", "system");
        system.putObject("system").put("type", "user_changed_number").put("wa_id", "12025550131");
        receive(system);

        receive(revocation("wamid.3", "wamid.1").put("from", "12025550131"));

        assertThat(gateway.events(gateway.received().getFirst().id())).endsWith("message.revoked");
    }

    /** The call that shows the id of one contact and the number of another one may be an edit. */
    @Test
    void anAuthorMergedByTheRevocationRevokesTheMessage() {
        receive(Calls.text("wamid.1", "", "Hi").put("from_user_id", "US.1"));
        gateway.later(Duration.ofSeconds(1));
        receive(Calls.text("wamid.2", "12025550130", "Hi"));

        receive(revocation("wamid.3", "wamid.2").put("from_user_id", "US.1"));

        assertThat(gateway.events(gateway.received().getLast().id())).endsWith("message.revoked");
        assertThat(gateway.all(Contact.class)).hasSize(1);
    }

    private static ObjectNode revocation(String id, String original) {
        ObjectNode revocation = Calls.text(id, "12025550130", "").put("type", "revoke");
        revocation.putObject("revoke").put("original_message_id", original);
        return revocation;
    }

    private static ObjectNode edit(String id, String at, String caption) {
        ObjectNode edit =
                Calls.text(id, "12025550130", "").put("type", "edit").put("timestamp", at);
        edit.putObject("edit")
                .put("original_message_id", "wamid.1")
                .putObject("message")
                .put("type", "image")
                .putObject("image")
                .put("caption", caption);
        return edit;
    }

    /** One person of another number is not the sender of the one message beside. */
    @Test
    void aNameIsOfTheNumberThatItIsListedWith() {
        gateway.call(
                instance,
                Calls.json(
                        """
                        {'entry':[{'changes':[{'field':'messages','value':{
                          'contacts':[{'wa_id':'12025550130','profile':{'name':'Ana'}}],
                          'messages':[
                            {'from':'12025550131','id':'1','type':'text','text':{'body':'a'}}]}}]}]}
                        """));

        assertThat(name(gateway.received().getFirst())).isEmpty();
    }

    @Test
    void whereAMessageComesFromIsKept() {
        ObjectNode text = Calls.text("wamid.1", "12025550130", "Hi");
        JsonNode referral =
                Calls.json(
                        "{'source_type':'ad','source_id':'7','ctwa_clid':'ARAk','welcome_message':{'text':'Hi'}}");
        JsonNode context =
                Calls.json(
                        "{'forwarded':true,'frequently_forwarded':false,'referred_product':{'catalog_id':'1','product_retailer_id':'2'}}");
        text.set("referral", referral);
        text.set("context", context);

        receive(text);

        JsonNode content = gateway.content(gateway.received().getFirst());
        assertThat(content.path("referral")).isEqualTo(referral);
        assertThat(content.path("context"))
                .isEqualTo(((ObjectNode) context).without("frequently_forwarded"));
    }

    @ParameterizedTest
    @CsvSource({
        "STOP,true",
        "stop,true",
        "' Stop ',true",
        "Abmelden,true",
        "ARRÊT,true",
        "PARAR,true",
        "Baja,true",
        "Unsubscribe,true",
        "STOP!,true",
        "'\"Stop.\"',true",
        "CANCEL,true",
        "Sair,true",
        "stop? yes,false",
        "stop it,false",
        "don't stop,false",
        "START,false"
    })
    void aContactIsOptedOutByAWordAlone(String word, boolean optedOut) {
        receive(Calls.text("wamid.1", "12025550130", word));

        assertThat(contact(gateway.received().getFirst()).optOut() != null).isEqualTo(optedOut);
    }

    /** The words of an instance take the place of those that all have. */
    @Test
    void anInstanceHasWordsOfItsOwn() {
        Map<String, String> words =
                Map.of(
                        Instance.OPT_OUT_WORDS, "Basta, no  más",
                        Instance.OPT_OUT_MARKETING_WORDS, "stop promo",
                        Instance.OPT_IN_WORDS, "alta");
        instance = gateway.instances.connected(gateway.instances.created(Instance.SANDBOX, words));

        assertThat(wish("STOP")).isEqualTo("none");
        assertThat(wish("¡No Más!")).isEqualTo("all");
        assertThat(wish("Stop promo.")).isEqualTo("all");
        assertThat(wish("start")).isEqualTo("all");
        assertThat(wish("ALTA")).isEqualTo("none");
        assertThat(wish("*stop* promo")).isEqualTo("none");
        assertThat(wish("Stop   Promo!")).isEqualTo("marketing");
    }

    private String wish(String text) {
        receive(Calls.text("wamid." + text, "12025550130", text));
        OptOut wish = gateway.all(Contact.class).getFirst().optOut();
        return wish == null ? "none" : wish.isOfMarketing() ? "marketing" : "all";
    }

    @Test
    void theReplyButtonOfATemplateOptsOut() {
        ObjectNode reply = Calls.text("wamid.1", "12025550130", "").put("type", "button");
        reply.set("button", Calls.json("{'text':'Stop','payload':'x'}"));
        receive(reply);

        assertThat(contact(gateway.received().getFirst()).optOut()).isNotNull();
    }

    @Test
    @Timeout(30)
    void aLongTextIsNoWord() {
        receive(Calls.text("wamid.1", "12025550130", "stop" + ".".repeat(200_000) + "x"));

        assertThat(contact(gateway.received().getFirst()).optOut()).isNull();
    }

    @Test
    void aContactThatWritesStartIsOptedInAgain() {
        receive(Calls.text("wamid.1", "12025550130", "Stop"));
        receive(Calls.text("wamid.2", "12025550130", "unstop"));

        String contact = contact(gateway.received().getFirst()).id();
        assertThat(gateway.events(contact))
                .containsExactly("contact.created", "contact.opted_out", "contact.opted_in");
    }

    @Test
    void preferencesOfAPersonOptOutAndIn() {
        JsonNode stop = Calls.json("{'wa_id':'12025550130','value':'stop'}");
        gateway.call(instance, Calls.with("user_preferences", "user_preferences", stop));

        Contact contact = gateway.all(Contact.class).getFirst();
        assertThat(contact.optOut())
                .isEqualTo(new OptOut("provider", gateway.now(), OptOut.MARKETING));

        gateway.call(
                instance,
                Calls.with(
                        "user_preferences",
                        "user_preferences",
                        Calls.json("{'user_id':'US.1','value':'resume'}"),
                        Calls.json("{'wa_id':'12025550130','value':'resume'}"),
                        Calls.json("{'wa_id':'12025550130','value':'later'}")));

        assertThat(gateway.get(Contact.class, contact.id()).optOut()).isNull();
        assertThat(gateway.all(Contact.class)).hasSize(2);
    }

    @Test
    void aPersonIsOneContactByNumberAndById() {
        ObjectNode first = Calls.text("wamid.1", "12025550130", "Hi");
        receive(first.put("from_user_id", "US.1"));
        ObjectNode second = Calls.text("wamid.2", "", "Hi");
        receive(second.put("from_user_id", "US.1"));

        assertThat(gateway.received()).extracting(Message::contactId).doesNotContainNull();
        assertThat(gateway.all(Contact.class))
                .singleElement()
                .satisfies(contact ->
                        assertThat(gateway.contacts.addresses(contact))
                                .containsExactly("+12025550130", "US.1"));
    }

    /** The people of a call are listed once each, beside the messages. */
    @Test
    void eachOfSeveralSendersHasTheirOwnName() {
        gateway.call(
                instance,
                Calls.json(
                        """
                        {'entry':[{'changes':[{'field':'messages','value':{
                          'contacts':[
                            {'wa_id':'12025550130','profile':{'name':'Ana','username':'ana'}},
                            {'wa_id':'12025550131','profile':{'name':'Ben','username':'ben'}},
                            {'user_id':'US.2','profile':{'name':'Cleo'}}],
                          'messages':[
                            {'from':'12025550130','id':'1','type':'text','text':{'body':'a'}},
                            {'from':'12025550131','id':'2','type':'text','text':{'body':'b'}},
                            {'from_user_id':'US.2','id':'3','type':'text','text':{'body':'c'}},
                            {'from':'12025550139','id':'4','type':'text','text':{'body':'d'}}]}}]}]}
                        """));

        List<Message> received = gateway.received();
        assertThat(received).map(this::name).containsExactly("Ana", "Ben", "Cleo", "");
        assertThat(received).extracting(Message::contactId).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{",
                "\u0000",
                "{'entry':{}}",
                "{'entry':[null,1,'x',[],{'changes':[1,{'value':2}]}]}",
                "{'entry':[{'changes':[{'value':{'statuses':[1,{}],'messages':[],'groups':[2],'user_preferences':['x']}}]}]}",
                "{'entry':[{'changes':[{'field':'message_template_status_update'}]}]}",
                "{'entry':[{'changes':[{'field':'phone_number_quality_update','value':{'event':'FLAGGED'}}]}]}"
            })
    void aCallThatTellsNothingChangesNothing(String body) {
        gateway.call(instance, body.replace('\'', '"'));
        receive(Calls.text("wamid.1", "12025550130", "Hi"));

        assertThat(gateway.received()).hasSize(1);
        assertThat(gateway.all(Contact.class)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-1",
                "-62135596800",
                "1e3",
                "99999999999",
                "253402300800",
                "31556889864403199",
                "-31557014167219200",
                "9223372036854775807",
                "92233720368547758070"
            })
    @Verifies("whatsapp-hostile-calls")
    void aTimeThatCannotBeIsNoneAndStopsNothing(String time) {
        String id = gateway.send(instance, "+12025550102");
        ObjectNode status = Calls.status(id, "read", TestGateway.START).put("timestamp", time);
        gateway.call(instance, Calls.statuses(status));
        receive(Calls.text("wamid.1", "12025550130", "Hi").put("timestamp", time));

        assertThat(gateway.message(id).status().label()).isEqualTo("read");
        assertThat(gateway.received()).hasSize(1);
        assertThat(gateway.content(gateway.received().getFirst()).path("sent_at").asString())
                .isNotEmpty();
    }

    @Test
    void anAddressThatIsTooLongIsNone() {
        receive(Calls.text("wamid.1", "1".repeat(201), "Hi"));

        assertThat(gateway.received().getFirst().contactId()).isNull();
        assertThat(gateway.all(Contact.class)).isEmpty();
    }

    @Test
    void aCallOfAWorkspaceWithoutAKeyIsPassedOver() {
        gateway.destroyKeyAfter(() ->
                gateway.edge.call(
                        instance,
                        Calls.with(
                                        "messages",
                                        "messages",
                                        Calls.text("wamid.1", "12025550130", "Hi"))
                                .toString()));

        assertThat(gateway.received()).isEmpty();
        assertThat(gateway.commands()).isEmpty();
    }

    @Test
    void mutatedCallsStopNothing() {
        long seed = 17;
        Random random = new Random(seed);
        byte[] original =
                Json.bytes(
                        Calls.with(
                                "messages",
                                "messages",
                                Calls.text("wamid.1", "12025550130", "Hi")));
        for (int i = 0; i < 200; i++) {
            byte[] mutated = original.clone();
            for (int n = random.nextInt(3); n >= 0; n--) {
                mutated[random.nextInt(mutated.length)] = (byte) random.nextInt(32, 127);
            }
            gateway.call(instance, new String(mutated, UTF_8));
        }

        receive(Calls.text("wamid.last", "12025550131", "Hi"));
        assertThat(gateway.received())
                .as("seed %d", seed)
                .extracting(Message::providerId)
                .contains("wamid.last")
                .hasSizeGreaterThan(2);
    }
}
