package io.postrider.messaging.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Contacts, how they are found, and the messages that they do not get. */
class ContactsTest {

    private static final String CONTACTS = "/api/v1/contacts";
    private static final String ANA =
            "{'name':'Ana Sofia Marques','addresses':[{'type':'phone','value':'+351 912 345 678'},{'type':'email','value':'Ana@Example.com'}],'labels':['vip'],'fields':{'city':'Lisbon'}}";

    @AutoClose private final TestApi api = new TestApi();
    private final Caller caller = api.caller();

    @Test
    void aContactIsCreatedAndShownInPlainText() {
        Response told = caller.post(CONTACTS, json(ANA));

        assertThat(told.status()).as(told.text()).isEqualTo(201);
        assertThat(told.member("name")).isEqualTo("Ana Sofia Marques");
        assertThat(told.body().at("/addresses/0/value").asString()).isEqualTo("+351912345678");
        assertThat(told.body().at("/addresses/1/value").asString()).isEqualTo("ana@example.com");
        assertThat(told.body().at("/fields/city").asString()).isEqualTo("Lisbon");
        assertThat(caller.get(CONTACTS + "/" + told.member("id")).text()).isEqualTo(told.text());
        assertThat(caller.post(CONTACTS, json(ANA)).code()).isEqualTo("contact_exists");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "q=sof",
                "q=marques%20ana",
                "q=3519123",
                "q=example",
                "q=%EF%BC%A1na",
                "label=vip",
                "address=%2B351912345678",
                "address=ana@example.com",
                "opted_out=false",
                "q=ana&label=vip"
            })
    void aContactIsFoundByItsWordsItsAddressAndItsLabel(String query) {
        caller.post(CONTACTS, json(ANA));
        caller.post(CONTACTS, json("{'addresses':[{'type':'phone','value':'+4915112345678'}]}"));

        assertThat(names(query)).contains("Ana Sofia Marques");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "q=bob",
                "q=arques",
                "q=ana%20bob",
                "label=vi",
                "address=%2B35191234567",
                "opted_out=true"
            })
    void aContactIsFoundByItsOwnFieldsOnly(String query) {
        caller.post(CONTACTS, json(ANA));

        assertThat(names(query)).isEmpty();
    }

    @Test
    void changedValuesAreFoundAtOnceAndFormerOnesAreNot() {
        String id = caller.post(CONTACTS, json(ANA)).member("id");

        Response told =
                caller.patch(
                        CONTACTS + "/" + id,
                        json(
                                "{'name':'Bob','addresses':[{'type':'username','value':'@bob.b'}],'labels':[],'fields':{'city':null}}"));

        assertThat(told.status()).as(told.text()).isEqualTo(200);
        assertThat(told.body().at("/addresses/0/value").asString()).isEqualTo("bob.b");
        assertThat(told.body().path("fields").isEmpty()).isTrue();
        assertThat(names("q=sofia")).isEmpty();
        assertThat(names("q=bob")).containsExactly("Bob");
        assertThat(names("address=bob.b")).containsExactly("Bob");
    }

    @ParameterizedTest
    @CsvSource({
        "+5531988887777,0055 31 8888-7777",
        "+52 55 1234 5678,+5215512345678",
        "+54 11 15-2345-6789,+541123456789"
    })
    void theFormsOfANumberAreOneAddress(String number, String form) {
        String phone = "{'addresses':[{'type':'phone','value':'%s'}]}";
        String id = caller.post(CONTACTS, json(phone.formatted(number))).member("id");
        String instance =
                caller.post("/api/v1/instances", json("{'name':'A','provider':'sandbox'}"))
                        .member("id");

        assertThat(caller.post(CONTACTS, json(phone.formatted(form))).code())
                .isEqualTo("contact_exists");
        assertThat(send(instance, "{'phone':'" + form + "'}").member("contact_id")).isEqualTo(id);
        assertThat(
                        caller.post(CONTACTS + "/check", json(phone.formatted(form)))
                                .body()
                                .at("/data/0/contact_id")
                                .asString())
                .isEqualTo(id);
        caller.post(CONTACTS + "/" + id + "/opt-out");
        assertThat(send(instance, "{'phone':'" + form + "'}").errors())
                .containsExactly("#/to recipient_opted_out");
    }

    @Test
    void anOptOutOfMarketingHoldsBackTemplatesOfMarketing() {
        String contact = caller.post(CONTACTS, json(ANA)).member("id");
        String instance =
                caller.post("/api/v1/instances", json("{'name':'A','provider':'sandbox'}"))
                        .member("id");
        for (String category : List.of("marketing", "utility", "authentication")) {
            Response made =
                    caller.post(
                            "/api/v1/templates",
                            json(
                                    "{'instance_id':'%s','name':'%s','language':'en','category':'%s','components':[{'type':'BODY','text':'Hi'}]}"
                                            .formatted(instance, category, category)));
            assertThat(made.status()).as(made.text()).isEqualTo(201);
        }

        Response told =
                caller.post(
                        CONTACTS + "/" + contact + "/opt-out", json("{'category':'marketing'}"));

        assertThat(told.member("opt_out_category")).as(told.text()).isEqualTo("marketing");
        assertThat(send(instance, "{'contact_id':'" + contact + "'}").status()).isEqualTo(202);
        assertThat(template(instance, contact, "utility").status()).isEqualTo(202);
        assertThat(template(instance, contact, "authentication").status()).isEqualTo(202);
        assertThat(template(instance, contact, "marketing").errors())
                .containsExactly("#/to recipient_opted_out");
        assertThat(
                        caller.post(
                                        CONTACTS + "/" + contact + "/opt-out",
                                        json("{'category':'some'}"))
                                .errors())
                .containsExactly("#/category invalid_value");
        caller.post(CONTACTS + "/" + contact + "/opt-out");
        assertThat(template(instance, contact, "utility").errors())
                .containsExactly("#/to/contact_id recipient_opted_out");
    }

    /** A word that is longer than what is looked at in a message would never opt out. */
    @ParameterizedTest
    @ValueSource(strings = {"opt_out_words", "opt_out_marketing_words", "opt_in_words"})
    void aWordHasALengthThatIsFound(String list) {
        String instance =
                "/api/v1/instances/"
                        + caller.post(
                                        "/api/v1/instances",
                                        json("{'name':'A','provider':'sandbox'}"))
                                .member("id");
        String words = "{'config':{'" + list + "':'stop,%s,'}}";

        assertThat(caller.patch(instance, json(words.formatted("x".repeat(65)))).errors())
                .containsExactly("#/config/" + list + " invalid_value");
        assertThat(caller.get(instance).body().path("config").has(list)).isFalse();
        assertThat(caller.patch(instance, json(words.formatted("x".repeat(64)))).status())
                .isEqualTo(200);
    }

    private Response template(String instance, String contact, String name) {
        return caller.post(
                "/api/v1/messages",
                json(
                        "{'instance_id':'%s','to':{'contact_id':'%s'},'type':'template','template':{'name':'%s','language':{'code':'en'}}}"
                                .formatted(instance, contact, name)));
    }

    @Test
    void nothingIsSentToAContactThatWantsNothing() {
        String contact = caller.post(CONTACTS, json(ANA)).member("id");
        String instance =
                caller.post("/api/v1/instances", json("{'name':'A','provider':'sandbox'}"))
                        .member("id");

        Response sent = send(instance, "{'contact_id':'" + contact + "'}");
        assertThat(sent.status()).as(sent.text()).isEqualTo(202);
        assertThat(sent.member("contact_id")).isEqualTo(contact);
        assertThat(sent.body().at("/to/phone").asString()).isEqualTo("+351912345678");
        assertThat(send(instance, "{'phone':'+351912345678'}").member("contact_id"))
                .isEqualTo(contact);

        caller.post(CONTACTS + "/" + contact + "/opt-out");
        assertThat(send(instance, "{'contact_id':'" + contact + "'}").errors())
                .containsExactly("#/to/contact_id recipient_opted_out");
        assertThat(send(instance, "{'phone':'+351912345678'}").errors())
                .containsExactly("#/to recipient_opted_out");
        caller.post(CONTACTS + "/" + contact + "/opt-in");
        caller.post(CONTACTS + "/" + contact + "/block");
        assertThat(send(instance, "{'phone':'+351912345678'}").errors())
                .containsExactly("#/to recipient_blocked");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|#/addresses required",
                "{'addresses':[]}|#/addresses required",
                "{'addresses':[{'type':'fax','value':'1'}]}|#/addresses/0/type invalid_value",
                "{'addresses':[{'type':'phone','value':'0202'}]}|#/addresses/0/value invalid_address",
                "{'addresses':[{'type':'bsuid','value':'134'}]}|#/addresses/0/value invalid_address",
                "{'addresses':[{'type':'email','value':'a'}]}|#/addresses/0/value invalid_address",
                "{'addresses':[{'type':'phone','value':'+12025550100'},{'type':'phone','value':'+1 202 555 0100'}]}|#/addresses duplicate"
            })
    void wrongAddressesAreNamed(String body, String error) {
        assertThat(caller.post(CONTACTS, json(body)).errors()).containsExactly(error);
    }

    @Test
    void addressesAreCheckedAgainstTheContacts() {
        String id = caller.post(CONTACTS, json(ANA)).member("id");

        Response told =
                caller.post(
                        CONTACTS + "/check",
                        json(
                                "{'addresses':[{'type':'email','value':'ANA@example.com'},{'type':'phone','value':'+12025550100'}]}"));

        assertThat(told.status()).as(told.text()).isEqualTo(200);
        assertThat(told.body().at("/data/0/contact_id").asString()).isEqualTo(id);
        assertThat(told.body().at("/data/1/contact_id").isNull()).isTrue();
    }

    @Test
    void aMessageIsForAContactThatExists() {
        String instance =
                caller.post("/api/v1/instances", json("{'name':'A','provider':'sandbox'}"))
                        .member("id");
        String mail =
                caller.post(CONTACTS, json("{'addresses':[{'type':'email','value':'a@b.c'}]}"))
                        .member("id");

        assertThat(send(instance, "{'contact_id':'ctc_01kb3q9b6wf3s5r8t1v4x7z0c2'}").errors())
                .containsExactly("#/to/contact_id unknown_recipient");
        assertThat(send(instance, "{'contact_id':'" + mail + "'}").errors())
                .containsExactly("#/to/contact_id no_address");
        assertThat(send(instance, "{'contact_id':'" + mail + "','phone':'+12025550100'}").errors())
                .containsExactly("#/to/phone other_recipient");
    }

    private Response send(String instance, String to) {
        return caller.post(
                "/api/v1/messages",
                json(
                        "{'instance_id':'%s','to':%s,'type':'text','text':{'body':'Hi'}}"
                                .formatted(instance, to)));
    }

    private List<String> names(String query) {
        Response page = caller.get(CONTACTS + "?" + query);
        assertThat(page.status()).as(page.text()).isEqualTo(200);
        return page.body()
                .path("data")
                .valueStream()
                .map(contact -> contact.path("name").asString(""))
                .toList();
    }

    private static String json(String quoted) {
        return quoted.replace('\'', '"');
    }
}
