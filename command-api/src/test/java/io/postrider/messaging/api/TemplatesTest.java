package io.postrider.messaging.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplatesTest {

    private static final String TEMPLATES = "/api/v1/templates";

    @AutoClose private final TestApi api = new TestApi();
    private final Caller caller = api.caller();
    private String instance = "";

    @BeforeEach
    void makeAnInstance() {
        instance =
                caller.post("/api/v1/instances", json("{'name':'A','provider':'sandbox'}"))
                        .member("id");
    }

    @Test
    void aTemplateIsCreatedOncePerNameAndLanguage() {
        Response told =
                create(
                        "order_ready",
                        "en_US",
                        "utility",
                        "[{'type':'BODY','text':'Hi {{1}}','example':{'body_text':[['Ana']]}}]");

        assertThat(told.status()).as(told.text()).isEqualTo(201);
        assertThat(told.member("status")).isEqualTo("submitted");
        assertThat(told.body().at("/components/0/example/body_text/0/0").asString())
                .isEqualTo("Ana");
        assertThat(create("order_ready", "en_US", "utility", "[{'type':'BODY'}]").code())
                .isEqualTo("template_exists");
        assertThat(create("order_ready", "pt_BR", "utility", "[{'type':'BODY'}]").status())
                .isEqualTo(201);
        assertThat(caller.get(TEMPLATES + "?name=order_ready").body().path("data").size())
                .isEqualTo(2);
        assertThat(caller.delete(TEMPLATES + "/" + told.member("id")).status()).isEqualTo(204);
        assertThat(create("order_ready", "en_US", "utility", "[{'type':'BODY'}]").status())
                .isEqualTo(201);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Order|en_US|utility|[{'type':'BODY'}]|#/name invalid_value",
                "order|english|utility|[{'type':'BODY'}]|#/language invalid_value",
                "order|en|other|[{'type':'BODY'}]|#/category invalid_value",
                "order|en|utility|[]|#/components required",
                "order|en|utility|[{}]|#/components/0/type required"
            })
    void errorsAreNamed(
            String name, String language, String category, String components, String error) {
        assertThat(create(name, language, category, components).errors()).containsExactly(error);
    }

    /** The types of components and buttons of the Cloud API. */
    @Test
    void aTemplateHasAnyOfTheComponentsOfTheCloudApi() {
        Response told =
                create(
                        "sale",
                        "en",
                        "marketing",
                        "[{'type':'HEADER','format':'LOCATION'},{'type':'BODY','text':'Hi'},{'type':'LIMITED_TIME_OFFER','limited_time_offer':{'text':'x','has_expiration':true}},{'type':'BUTTONS','buttons':[{'type':'COPY_CODE','example':'X'},{'type':'FLOW','text':'Go','flow_id':'1'},{'type':'CATALOG','text':'All'}]},{'type':'CAROUSEL','cards':[{'components':[{'type':'HEADER','format':'IMAGE'},{'type':'BODY','text':'{{1}}'}]}]}]");

        assertThat(told.status()).as(told.text()).isEqualTo(201);
        assertThat(told.body().at("/components/4/cards/0/components/1/text").asString())
                .isEqualTo("{{1}}");
        assertThat(create("odd", "en", "utility", "[{'type':'HOLOGRAM'}]").errors())
                .containsExactly("#/components/0/type invalid_value");
    }

    @Test
    void aDryRunHoldsTheValuesAgainstTheTemplate() {
        create("order_ready", "en_US", "utility", "[{'type':'BODY','text':'Hi {{1}}'}]");
        String one = "[{'type':'body','parameters':[{'type':'text','text':'Ana'}]}]";

        Response fits = tried("order_ready", "en_US", one);
        assertThat(fits.status()).as(fits.text()).isEqualTo(200);
        assertThat(tried("order_ready", "en_US", "[]").errors())
                .containsExactly("#/template/components wrong_number_of_variables");
        assertThat(tried("order_ready", "pt_BR", one).errors())
                .containsExactly("#/template/language/code unknown_language");
        assertThat(tried("none", "en_US", one).errors())
                .containsExactly("#/template/name unknown_template");
    }

    private Response tried(String name, String language, String components) {
        return caller.post(
                "/api/v1/messages?dry_run=true",
                json(
                        "{'instance_id':'%s','to':{'phone':'+12025550100'},'type':'template','template':{'name':'%s','language':{'code':'%s'},'components':%s}}"
                                .formatted(instance, name, language, components)));
    }

    private Response create(String name, String language, String category, String components) {
        return caller.post(
                TEMPLATES,
                json(
                        "{'instance_id':'%s','name':'%s','language':'%s','category':'%s','components':%s}"
                                .formatted(instance, name, language, category, components)));
    }

    private static String json(String quoted) {
        return quoted.replace('\'', '"');
    }
}
