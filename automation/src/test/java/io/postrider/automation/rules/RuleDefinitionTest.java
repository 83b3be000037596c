package io.postrider.automation.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.automation.rules.RuleDefinition.Reading;
import io.postrider.domain.kernel.FieldError;
import io.postrider.schemas.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class RuleDefinitionTest {

    private static final String ACTION = "{'key':'stop','type':'stop'}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {'actions':[A]} | /trigger
                    {'trigger':{'event_types':[]},'actions':[A]} | /trigger/event_types
                    {'trigger':{'event_types':['UPPER']},'actions':[A]} | /trigger/event_types/0
                    {'trigger':{'event_types':['a.b'],'cron':'x'},'actions':[A]} | /trigger/cron
                    T,'actions':[]} | /actions
                    T,'actions':[A,A]} | /actions/1/key
                    T,'actions':[{'key':'X','type':'stop'}]} | /actions/0/key
                    T,'actions':[{'key':'x','type':'what'}]} | /actions/0/type
                    T,'actions':[{'key':'x','type':'stop','with':{}}]} | /actions/0/with
                    T,'actions':[{'key':'x','type':'links.create'}]} | /actions/0/with
                    T,'actions':[{'key':'x','type':'links.create','with':{}}]} | /actions/0/with/url
                    T,'actions':[{'key':'x','type':'links.create','with':{'jsonata':'{{'}}]} | /actions/0/with/jsonata
                    T,'actions':[{'key':'x','type':'links.create','with':{'url':'u','metadata':{'a':{'jsonata':'{{'}}}}]} | /actions/0/with/metadata/a/jsonata
                    T,'actions':[{'key':'x','type':'links.create','with':{'tags':['t',{'jsonata':'{{'}]}}]} | /actions/0/with/tags/1/jsonata
                    T,'actions':[{'key':'x','type':'links.create','with':{'tags':[{'jsonata':'1'}]}}]} | /actions/0/with/url
                    T,'actions':[{'key':'x','type':'stop','when':'event.'}]} | /actions/0/when
                    T,'actions':[{'key':'x','type':'stop','on_error':'maybe'}]} | /actions/0/on_error
                    T,'actions':[{'key':'x','type':'stop','for_each':[1]}]} | /actions/0/for_each
                    T,'actions':[{'key':'x','type':'delay','with':{'for':'1 hour'}}]} | /actions/0/with
                    T,'actions':[{'key':'x','type':'branch'}]} | /actions/0/cases
                    T,'actions':[{'key':'x','type':'branch','cases':[{'when':'true','actions':[{'key':'x','type':'stop'}]}]}]} | /actions/0/cases/0/actions/0/key
                    T,'filter':{'cel':'1 +'},'actions':[A]} | /filter/cel
                    T,'filter':{'cel':'steps.x'},'actions':[A]} | /filter/cel
                    T,'flow':{'rate_limit':{'limit':0}},'actions':[A]} | /flow/rate_limit/limit
                    T,'flow':{'rate_limit':{'limit':1,'period':'x'}},'actions':[A]} | /flow/rate_limit/period
                    """)
    void errorsAreNamed(String text, String pointer) {
        String json =
                text.replace("T,", "{'trigger':{'event_types':['order.paid']},")
                        .replace("[A,A]", "[" + ACTION + "," + ACTION + "]")
                        .replace("[A]", "[" + ACTION + "]");

        assertThat(errors(json)).extracting(FieldError::pointer).contains(pointer);
    }

    @Test
    void typesAndGroupsAreMatchedAndRunsNeedTheirName() {
        RuleDefinition groups = definition("['link.*','order.paid']");

        assertThat(groups.isFor("link.clicked")).isTrue();
        assertThat(groups.isFor("order.paid")).isTrue();
        assertThat(groups.isFor("order.paid.late")).isFalse();
        assertThat(definition("['*']").isFor("automation.run.failed")).isFalse();
        assertThat(definition("['automation.run.failed']").isFor("automation.run.failed")).isTrue();
    }

    @Test
    void theScopesAreThoseOfTheActions() {
        assertThat(
                        read("{'trigger':{'event_types':['a.b']},'actions':[{'key':'b','type':'branch','cases':[{'when':'true','actions':[{'key':'l','type':'links.delete','with':{'id':'lnk_1'}}]}],'else':{'actions':[{'key':'e','type':'event.emit','with':{'type':'a.c','data':{}}}]}}]}")
                                .scopes())
                .containsExactly("links:write", "events:publish");
    }

    private static RuleDefinition definition(String types) {
        return read("{'trigger':{'event_types':" + types + "},'actions':[" + ACTION + "]}");
    }

    private static RuleDefinition read(String json) {
        if (RuleDefinition.read(node(json)) instanceof Reading.Read(RuleDefinition definition)) {
            return definition;
        }
        throw new AssertionError(errors(json).toString());
    }

    private static List<FieldError> errors(String json) {
        return RuleDefinition.read(node(json)) instanceof Reading.Faulty(List<FieldError> errors)
                ? errors
                : List.of();
    }

    private static ObjectNode node(String json) {
        return (ObjectNode) Json.mapper().readTree(json.replace('\'', '"'));
    }
}
