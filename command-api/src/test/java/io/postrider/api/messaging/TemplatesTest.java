package io.postrider.api.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.TestApi;
import io.postrider.api.Told;
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
        Told told =
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
    void whatIsWrongIsNamed(
            String name, String language, String category, String components, String error) {
        assertThat(create(name, language, category, components).errors()).containsExactly(error);
    }

    private Told create(String name, String language, String category, String components) {
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
