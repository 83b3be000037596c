package io.postrider.messaging.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.FieldError;
import io.postrider.schemas.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What a provider would refuse of the values of a template. */
class TemplateCheckTest {

    private static final String ORDER =
            "{'type':'HEADER','format':'TEXT','text':'Order {{1}}'},{'type':'BODY','text':'Hi {{1}}, {{2}} is ready. {{1}}!'},{'type':'FOOTER','text':'Bye'}";
    private static final String NAMED =
            "{'type':'BODY','text':'Hi {{name}}, {{ order_id }} is ready.'}";
    private static final String MEDIA =
            "{'type':'HEADER','format':'IMAGE'},{'type':'BODY','text':'Look'},{'type':'BUTTONS','buttons':[{'type':'QUICK_REPLY','text':'Yes'},{'type':'URL','text':'Go','url':'https://a.example/{{1}}'},{'type':'COPY_CODE','example':'X'},{'type':'PHONE_NUMBER','text':'Call','phone_number':'+1'}]}";
    private static final String CARDS =
            "{'type':'BODY','text':'New'},{'type':'CAROUSEL','cards':[{'components':[{'type':'HEADER','format':'IMAGE'},{'type':'BODY','text':'{{1}}'}]},{'components':[{'type':'HEADER','format':'IMAGE'},{'type':'BODY','text':'{{1}}'}]}]}";
    private static final String IMAGE =
            "{'type':'image','image':{'link':'https://a.example/a.png'}}";

    private static JsonNode json(String quoted) {
        return Json.mapper().readTree(quoted.replace('\'', '"'));
    }

    private static String text(String... values) {
        return String.join(
                ",",
                List.of(values).stream().map("{'type':'text','text':'%s'}"::formatted).toList());
    }

    private static List<String> errors(String category, String stored, String sent) {
        return TemplateCheck.errors(
                        json("{'components':[%s]}".formatted(sent)),
                        json("{'category':'%s','components':[%s]}".formatted(category, stored)))
                .stream()
                .map(TemplateCheckTest::pointerAndCode)
                .toList();
    }

    private static List<String> errors(String stored, String sent) {
        return errors("utility", stored, sent);
    }

    private static String pointerAndCode(FieldError error) {
        return error.pointer() + " " + error.code();
    }

    private static String part(String type, String parameters) {
        return "{'type':'%s','parameters':[%s]}".formatted(type, parameters);
    }

    private static String button(String subType, String index, String parameters) {
        return "{'type':'button','sub_type':'%s','index':'%s','parameters':[%s]}"
                .formatted(subType, index, parameters);
    }

    @Test
    void valuesForEachVariableFit() {
        assertThat(errors(ORDER, part("header", text("7")) + "," + part("body", text("Ana", "It"))))
                .isEmpty();
        assertThat(
                        errors(
                                ORDER,
                                part("header", text("7"))
                                        + ","
                                        + part(
                                                "body",
                                                "{'type':'currency','currency':{}},{'type':'date_time','date_time':{}}")))
                .isEmpty();
    }

    @Test
    void theNumberOfVariablesIsThatOfTheTemplate() {
        assertThat(errors(ORDER, part("body", text("Ana"))))
                .containsExactly(
                        "/template/components wrong_number_of_variables",
                        "/template/components/0/parameters wrong_number_of_variables");
        assertThat(errors(NAMED, ""))
                .containsExactly("/template/components wrong_number_of_variables");
        assertThat(
                        errors(
                                "{'type':'BODY','text':'Hi'}",
                                part("body", text("Ana")) + "," + part("header", text("x"))))
                .containsExactly(
                        "/template/components/0/parameters wrong_number_of_variables",
                        "/template/components/1/type unknown_component");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name|order_id|",
                "order_id|name|",
                "name|name|/template/components/0/parameters/1/parameter_name unknown_variable",
                "name|id|/template/components/0/parameters/1/parameter_name unknown_variable",
                "name|''|/template/components/0/parameters/1/parameter_name unknown_variable"
            })
    void namedVariablesAreNamedOnceEach(String first, String second, String error) {
        String named = "{'type':'text','text':'x','parameter_name':'%s'}";
        List<String> errors =
                errors(NAMED, part("body", named.formatted(first) + "," + named.formatted(second)));
        assertThat(errors).isEqualTo(error == null ? List.of() : List.of(error));
    }

    @Test
    void aNameForAVariableWithoutOneIsRefused() {
        assertThat(
                        errors(
                                "{'type':'BODY','text':'{{1}}'}",
                                part("body", "{'type':'text','text':'x','parameter_name':'1'}")))
                .containsExactly(
                        "/template/components/0/parameters/0/parameter_name unknown_variable");
    }

    @Test
    void aHeaderOfMediaNeedsAFileOfItsType() {
        String buttons =
                button("url", "1", text("7"))
                        + ","
                        + button("copy_code", "2", "{'type':'coupon_code','coupon_code':'X'}");
        assertThat(errors(MEDIA, part("header", IMAGE) + "," + buttons)).isEmpty();
        assertThat(errors(MEDIA, buttons)).containsExactly("/template/components missing_header");
        assertThat(errors(MEDIA, part("header", text("x")) + "," + buttons))
                .containsExactly("/template/components/0/parameters/0/type wrong_parameter_type");
    }

    @Test
    void buttonsAreThoseOfTheTemplate() {
        String header = part("header", IMAGE) + ",";
        assertThat(errors(MEDIA, header + button("url", "1", text("7"))))
                .containsExactly("/template/components missing_button");
        assertThat(
                        errors(
                                MEDIA,
                                header
                                        + button(
                                                "quick_reply",
                                                "1",
                                                "{'type':'payload','payload':'x'}")
                                        + ","
                                        + button("copy_code", "2", text("x"))
                                        + ","
                                        + button("url", "9", text("x"))))
                .containsExactly(
                        "/template/components/1/sub_type wrong_component",
                        "/template/components/2/parameters/0/type wrong_parameter_type",
                        "/template/components/3/index unknown_button");
    }

    @Test
    void aOneTimeCodeIsInTheTextAndTheButton() {
        String stored =
                "{'type':'BODY','add_security_recommendation':true},{'type':'BUTTONS','buttons':[{'type':'OTP','otp_type':'COPY_CODE'}]}";
        String body = part("body", text("1234"));

        assertThat(errors("authentication", stored, body + "," + button("url", "0", text("1234"))))
                .isEmpty();
        assertThat(errors("authentication", stored, body))
                .containsExactly("/template/components missing_button");
    }

    @Test
    void cardsAreAsManyAsThoseOfTheTemplate() {
        String card =
                "{'card_index':0,'components':[%s,%s]}"
                        .formatted(part("header", IMAGE), part("body", text("x")));
        String bad = "{'card_index':1,'components':[%s]}".formatted(part("body", text("x")));
        String next = card.replace("'card_index':0", "'card_index':1");

        assertThat(errors(CARDS, "{'type':'carousel','cards':[%s,%s]}".formatted(card, next)))
                .isEmpty();
        assertThat(errors(CARDS, "{'type':'carousel','cards':[%s]}".formatted(card)))
                .containsExactly("/template/components/0/cards wrong_number_of_cards");
        assertThat(errors(CARDS, "{'type':'carousel','cards':[%s,%s]}".formatted(card, bad)))
                .containsExactly("/template/components/0/cards/1/components missing_header");
    }

    @Test
    void anOfferThatEndsNeedsItsEnd() {
        String stored =
                "{'type':'BODY','text':'x'},{'type':'LIMITED_TIME_OFFER','limited_time_offer':{'text':'y','has_expiration':true}}";

        assertThat(errors(stored, "")).containsExactly("/template/components missing_parameter");
        assertThat(
                        errors(
                                stored,
                                part(
                                        "limited_time_offer",
                                        "{'type':'limited_time_offer','limited_time_offer':{'expiration_time_ms':1}}")))
                .isEmpty();
    }

    /** What an account lists may have any shape; a check that cannot be made is no reason to refuse, and never fails. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "1",
                "'x'",
                "[]",
                "{'type':null}",
                "{'type':{}}",
                "{'type':'BODY','text':null}",
                "{'type':'BODY','text':{'x':'{{1}}'}}",
                "{'type':'HEADER'}",
                "{'type':'HEADER','format':{}}",
                "{'type':'BUTTONS'}",
                "{'type':'BUTTONS','buttons':null}",
                "{'type':'BUTTONS','buttons':'x'}",
                "{'type':'BUTTONS','buttons':{'0':{'type':'URL'}}}",
                "{'type':'BUTTONS','buttons':[null,1,'x',[],{},{'type':{}},{'type':'NEW'}]}",
                "{'type':'CAROUSEL'}",
                "{'type':'CAROUSEL','cards':{'a':1,'b':2}}",
                "{'type':'CAROUSEL','cards':[null,{'components':{'a':{}}}]}",
                "{'type':'LIMITED_TIME_OFFER','limited_time_offer':[]}",
                "{'type':'CALL_PERMISSION_REQUEST'}"
            })
    void aTemplateOfAnyShapeIsChecked(String stored) {
        String cards = "{'card_index':0,'components':[]},{'card_index':1,'components':[]}";
        for (String sent :
                List.of(
                        "",
                        part("header", text("x")),
                        part("body", text("x")),
                        button("url", "0", text("x")) + "," + button("url", "99", ""),
                        "{'type':'carousel','cards':[%s]}".formatted(cards),
                        "{'type':'carousel'}",
                        part("limited_time_offer", ""))) {
            assertThat(errors(stored, sent)).as(sent).isNotNull();
        }
    }

    @Test
    void aCardIsThatOfItsIndex() {
        String stored =
                "{'type':'CAROUSEL','cards':[{'components':[{'type':'BODY','text':'{{1}}'}]},{'components':[{'type':'BODY','text':'{{1}} {{2}}'}]}]}";
        String first = "{'card_index':0,'components':[%s]}".formatted(part("body", text("a")));
        String second =
                "{'card_index':1,'components':[%s]}".formatted(part("body", text("a", "b")));

        assertThat(errors(stored, "{'type':'carousel','cards':[%s,%s]}".formatted(second, first)))
                .isEmpty();
        assertThat(errors(stored, "{'type':'carousel','cards':[%s,%s]}".formatted(first, first)))
                .containsExactly("/template/components/0/cards/1/card_index unknown_card");
    }

    @Test
    void aComponentIsGivenOnce() {
        assertThat(
                        errors(
                                "{'type':'BODY','text':'{{1}}'}",
                                part("body", text("a")) + "," + part("body", text("b"))))
                .containsExactly("/template/components/1/type duplicate_component");
    }

    @Test
    void anIndexMayBeWrittenWithAZero() {
        assertThat(
                        errors(
                                "{'type':'BUTTONS','buttons':[{'type':'URL','url':'https://a.example/{{1}}'}]}",
                                button("url", "00", text("x"))))
                .isEmpty();
    }

    /** An account lists the button of a one-time code as an address. */
    @Test
    void theButtonOfAOneTimeCodeMayBeAnAddress() {
        String stored =
                "{'type':'BODY','text':'*{{1}}* is your code.','add_security_recommendation':true},{'type':'FOOTER','text':'Ends.','code_expiration_minutes':5},{'type':'BUTTONS','buttons':[{'type':'URL','text':'Copy code','url':'https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp{{1}}','example':['x']}]}";
        String body = part("body", text("1"));

        assertThat(errors("authentication", stored, body + "," + button("url", "0", text("1"))))
                .isEmpty();
    }
}
