package io.postrider.messaging.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.platform.kafka.Append;
import io.postrider.schemas.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What a message can say, and how it refers to another one. */
class MessageTypesTest {

    private static final String MESSAGES = "/api/v1/messages";
    private static final String INBOUND = "/api/v1/sandbox/inbound";
    private static final String UNKNOWN = "msg_01kb3q9b6wf3s5r8t1v4x7z0c2";

    @AutoClose private final TestApi api = new TestApi();
    private final Caller caller = api.caller();
    private final List<String> calls = new ArrayList<>();
    private String instance = "";

    @BeforeEach
    void makeAnInstance() {
        api.calls((_, body) -> {
            calls.add(new String(body, UTF_8));
            return CompletableFuture.completedStage(Append.DONE);
        });
        instance = instance("sandbox");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'text','text':{'body':'Hello','preview_url':true}",
                "'image','image':{'link':'https://example.com/a.png','caption':'A'}",
                "'video','video':{'id':'1234'}",
                "'audio','audio':{'link':'https://example.com/a.ogg','voice':true}",
                "'document','document':{'link':'https://example.com/a.pdf','filename':'a.pdf'}",
                "'sticker','sticker':{'id':'1234'}",
                "'location','location':{'latitude':37.75,'longitude':-122.4,'name':'HQ'}",
                "'contacts','contacts':[{'name':{'formatted_name':'Ana'},'phones':[{'phone':'+1 650 555 1234'}]}]",
                "'interactive','interactive':{'type':'button','body':{'text':'?'},'action':{'buttons':[{'type':'reply','reply':{'id':'a','title':'A'}}]}}",
                "'interactive','interactive':{'type':'list','body':{'text':'?'},'footer':{'text':'f'},'action':{'button':'Open','sections':[{'title':'S','rows':[{'id':'a','title':'A','description':'d'}]}]}}",
                "'interactive','interactive':{'type':'cta_url','header':{'type':'text','text':'h'},'body':{'text':'?'},'action':{'name':'cta_url','parameters':{'display_text':'Open','url':'https://example.com'}}}",
                "'interactive','interactive':{'type':'button','header':{'image':{'link':'https://example.com/a.png'},'type':'image'},'body':{'text':'?'},'action':{'buttons':[{'type':'reply','reply':{'id':'a','title':'A'}}]}}",
                "'interactive','interactive':{'type':'cta_url','header':{'document':{'id':'1','filename':'a.pdf'},'type':'document'},'body':{'text':'?'},'action':{'name':'cta_url','parameters':{'display_text':'Open','url':'https://example.com'}}}",
                "'template','template':{'name':'a','language':{'code':'en'},'components':[{'type':'header','parameters':[{'type':'location','location':{'latitude':'1.5','longitude':2.5,'name':'HQ'}}]},{'type':'body','parameters':[{'type':'currency','currency':{'fallback_value':'$1','code':'USD','amount_1000':1000}},{'type':'date_time','date_time':{'fallback_value':'May 1','year':2026}}]},{'type':'button','sub_type':'copy_code','index':'0','parameters':[{'type':'coupon_code','coupon_code':'X1'}]},{'type':'button','sub_type':'flow','index':'1','parameters':[{'type':'action','action':{'flow_token':'t','flow_action_data':{'a':[1]}}}]},{'type':'limited_time_offer','parameters':[{'type':'limited_time_offer','limited_time_offer':{'expiration_time_ms':1793611800000}}]}]}",
                "'template','template':{'name':'a','language':{'code':'en'},'components':[{'type':'carousel','cards':[{'card_index':0,'components':[{'type':'header','parameters':[{'type':'image','image':{'link':'https://example.com/a.png'}}]},{'type':'button','sub_type':'quick_reply','index':'0','parameters':[{'type':'payload','payload':'x'}]}]}]}]}",
                "'interactive','interactive':{'type':'location_request_message','body':{'text':'?'},'action':{'name':'send_location'}}",
                "'template','template':{'name':'order_ready','language':{'code':'en_US'},'components':[{'type':'body','parameters':[{'type':'text','parameter_name':'name','text':'Ana'}]}]}"
            })
    void aMessageOfEachTypeIsAcceptedAndShownAsItWasGiven(String given) {
        JsonNode said = Json.mapper().readTree(json("{'type':" + given + "}"));
        String type = said.path("type").asString();

        Response told = send(given);

        assertThat(told.status()).as(told.text()).isEqualTo(202);
        assertThat(told.body().path("type").asString()).isEqualTo(type);
        assertThat(told.body().path(type)).isEqualTo(said.path(type));
        assertThat(caller.get(MESSAGES + "/" + told.member("id")).body().path(type))
                .isEqualTo(said.path(type));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "'text' | #/text required",
                "'text','text':{'body':'a'},'image':{'id':'1'} | #/image other_type",
                "'poll','poll':{} | #/type unsupported_type",
                "'image','image':{} | #/image/link required",
                "'image','image':{'id':'1','link':'https://example.com'} | #/image/link required",
                "'image','image':{'link':'ftp://example.com'} | #/image/link invalid_url",
                "'audio','audio':{'id':'1','caption':'x'} | #/audio/caption unknown_field",
                "'location','location':{'latitude':91,'longitude':0} | #/location/latitude out_of_range",
                "'location','location':{'latitude':1} | #/location/longitude required",
                "'contacts','contacts':[] | #/contacts required",
                "'contacts','contacts':[{'name':{}}] | #/contacts/0/name/formatted_name required",
                "'contacts','contacts':[null] | #/contacts/0 required",
                "'reaction','reaction':{'message_id':'lnk_1'} | #/reaction/message_id wrong_id_type",
                "'interactive','interactive':{'type':'flow','body':{'text':'?'},'action':{}} | #/interactive/type invalid_value",
                "'interactive','interactive':{'type':'button','body':{'text':'?'},'action':{'buttons':[]}} | #/interactive/action/buttons required",
                "'interactive','interactive':{'type':'button','body':{'text':'?'},'action':{'buttons':[{'reply':{'id':'a','title':'A'}},{'reply':{'id':'a','title':'B'}}]}} | #/interactive/action/buttons duplicate",
                "'interactive','interactive':{'type':'button','body':{'text':'?'},'action':{'buttons':[{'reply':{'id':'a','title':'123456789012345678901'}}]}} | #/interactive/action/buttons/0/reply/title invalid_length",
                "'template','template':{'name':'a','language':{'code':'en'},'components':[{'type':'hologram'}]} | #/template/components/0/type invalid_value",
                "'template','template':{'name':'a','language':{'code':'en'},'components':[{'type':'button','sub_type':'url','index':1.5}]} | #/template/components/0/index invalid_value",
                "'template','template':{'name':'a','language':{'code':'en'},'components':[{'type':'button','index':0}]} | #/template/components/0/sub_type required",
                "'template','template':{'name':'a','language':{'code':'en'},'components':[{'type':'body','parameters':[{'type':'currency'}]}]} | #/template/components/0/parameters/0/currency required",
                "'template','template':{'name':'a','language':{'code':'en'},'components':[{'type':'carousel','cards':[{}]}]} | #/template/components/0/cards/0/card_index required",
                "'interactive','interactive':{'type':'list','header':{'type':'image','image':{'id':'1'}},'body':{'text':'?'},'action':{'button':'Open','sections':[{'rows':[{'id':'a','title':'A'}]}]}} | #/interactive/header/type invalid_value",
                "'interactive','interactive':{'type':'button','header':{'type':'text','text':'h','image':{'link':'https://example.com/a.png'}},'body':{'text':'?'},'action':{'buttons':[{'reply':{'id':'a','title':'A'}}]}} | #/interactive/header/image unknown_field",
                "'interactive','interactive':{'type':'button','header':{'type':'image','image':{'id':'1'},'video':{'id':'1'}},'body':{'text':'?'},'action':{'buttons':[{'reply':{'id':'a','title':'A'}}]}} | #/interactive/header/video unknown_field",
                "'interactive','interactive':{'type':'button','header':{'type':'image'},'body':{'text':'?'},'action':{'buttons':[{'reply':{'id':'a','title':'A'}}]}} | #/interactive/header/image required",
                "'template','template':{'name':'a'} | #/template/language required"
            })
    void anErrorNamesTheField(String given, String error) {
        Response told = send(given);

        assertThat(told.status()).as(told.text()).isBetween(400, 422);
        assertThat(told.errors()).contains(error);
    }

    @Test
    void theRecipientIsANumberOrAnIdOfAUser() {
        String text = ",\"type\":\"text\",\"text\":{\"body\":\"a\"}}";
        String begin = "{\"instance_id\":\"" + instance + "\",\"to\":";

        Response told =
                caller.post(MESSAGES, begin + "{\"user_id\":\"US.13491208655302741918\"}" + text);
        assertThat(told.status()).as(told.text()).isEqualTo(202);
        assertThat(told.body().at("/to/user_id").asString()).isEqualTo("US.13491208655302741918");
        assertThat(caller.post(MESSAGES, begin + "{}" + text).errors())
                .containsExactly("#/to/phone required");
        assertThat(caller.post(MESSAGES, begin + "{\"user_id\":\"13491\"}" + text).errors())
                .containsExactly("#/to/user_id invalid_user_id");
    }

    @Test
    void addressesInATextBecomeShortLinksOfTheRecipient() {
        Response told =
                send(
                        "'text','shorten_links':true,'text':{'body':'See https://example.com/a?b=1, or https://example.com/a?b=1!'}");

        assertThat(told.status()).as(told.text()).isEqualTo(202);
        String shortUrl = told.body().at("/links/0/short_url").asString();
        assertThat(told.body().at("/text/body").asString())
                .isEqualTo("See " + shortUrl + ", or " + shortUrl + "!");
        Response link = caller.get("/api/v1/links/" + told.body().at("/links/0/id").asString());
        assertThat(link.member("url")).isEqualTo("https://example.com/a?b=1");
        assertThat(link.body().at("/metadata/contact_id").asString())
                .isEqualTo(told.member("contact_id"));
        assertThat(link.body().at("/metadata/message_id").asString()).isEqualTo(told.member("id"));
        assertThat(send("'text','shorten_links':true,'text':{'body':'http://[bad'}").status())
                .isEqualTo(422);
    }

    @Test
    void aMessageThatTheProviderDoesNotKnowCannotBeAnswered() {
        String text = "'text','text':{'body':'a'}";
        String sent = send(text).member("id");

        assertThat(send(text + ",'reply_to':'" + UNKNOWN + "'").errors())
                .containsExactly("#/reply_to unknown_message");
        assertThat(send(text + ",'reply_to':'" + sent + "'").errors())
                .containsExactly("#/reply_to message_not_sent");
        assertThat(send("'reaction','reaction':{'message_id':'" + sent + "','emoji':''}").errors())
                .containsExactly("#/reaction/message_id message_not_sent");
    }

    @Test
    void theSandboxSendsCallbacksOfWhatsApp() {
        Response told =
                caller.post(
                        INBOUND,
                        json(
                                "{'instance_id':'%s','from':{'phone':'+12025550123','name':'Ana'},'type':'text','text':{'body':'Hi'}}"
                                        .formatted(instance)));

        assertThat(told.status()).as(told.text()).isEqualTo(202);
        JsonNode message =
                Json.mapper().readTree(calls.getFirst()).at("/entry/0/changes/0/value/messages/0");
        assertThat(message.path("from").asString()).isEqualTo("12025550123");
        assertThat(message.at("/text/body").asString()).isEqualTo("Hi");
        assertThat(message.path("id").asString()).isEqualTo(told.member("provider_id"));
    }

    @Test
    void noMessageIsMadeUpForAnotherProvider() {
        String real = instance("cloud_api");

        Response told =
                caller.post(
                        INBOUND,
                        json(
                                "{'instance_id':'%s','from':{'phone':'+12025550123'},'type':'text','text':{'body':'Hi'}}"
                                        .formatted(real)));

        assertThat(told.errors()).containsExactly("#/instance_id not_a_sandbox");
        assertThat(calls).isEmpty();
    }

    private String instance(String provider) {
        return caller.post(
                        "/api/v1/instances",
                        json(
                                "{'name':'Support','provider':'%s','config':{'phone_number_id':'1','waba_id':'2','access_token':'a','app_secret':'b','verify_token':'c'}}"
                                        .formatted(provider)))
                .member("id");
    }

    private Response send(String given) {
        return caller.post(
                MESSAGES,
                json(
                        "{'instance_id':'%s','to':{'phone':'+12025550100'},'type':%s}"
                                .formatted(instance, given)));
    }

    private static String json(String quoted) {
        return quoted.replace('\'', '"');
    }
}
