package io.postrider.messaging.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.platform.kafka.Append;
import io.postrider.testkit.json.OddValues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages of which one value is not what it is to be: they are taken or refused, and never an error of the server. */
class OddMessagesTest {

    private static final int CASES_MAX = 500;
    private static final int AT_NIGHT = 7_000;
    private static final List<String> CONTENTS =
            List.of(
                    "'text','shorten_links':true,'text':{'body':'Hello','preview_url':true}",
                    "'image','image':{'link':'https://example.com/a.png','caption':'A'}",
                    "'document','document':{'id':'1234','filename':'a.pdf'}",
                    "'location','location':{'latitude':37.75,'longitude':-122.4,'name':'HQ'}",
                    "'contacts','contacts':[{'name':{'formatted_name':'Ana'},'phones':[{'phone':'+1 650 555 1234'}]}]",
                    "'interactive','interactive':{'type':'list','body':{'text':'?'},'footer':{'text':'f'},'action':{'button':'Open','sections':[{'title':'S','rows':[{'id':'a','title':'A'}]}]}}",
                    "'template','template':{'name':'order_ready','language':{'code':'en_US'},'components':[{'type':'body','parameters':[{'type':'text','text':'Ana'}]}]}");

    @AutoClose private final TestApi api = new TestApi();
    private final Caller caller = api.caller();

    @Test
    void oneOddValueIsNeverAnErrorOfTheServer() {
        api.calls((_, _) -> CompletableFuture.completedStage(Append.DONE));
        String instance = instance();
        List<String> cases = new ArrayList<>();
        CONTENTS.forEach(content -> cases.addAll(OddValues.in(message(instance, content))));
        Collections.shuffle(cases, new Random(45));

        cases.subList(0, Math.min(CASES_MAX, cases.size())).forEach(this::send);
    }

    @Test
    @Tag("faults")
    @Tag("mutations")
    void aFewOddValuesAreNeverAnErrorOfTheServerAtNight() {
        api.calls((_, _) -> CompletableFuture.completedStage(Append.DONE));
        String instance = instance();
        List<String> samples =
                CONTENTS.stream().map(content -> message(instance, content)).toList();

        OddValues.mutations(samples, AT_NIGHT).forEach(this::send);
    }

    private void send(String message) {
        Response told = caller.post("/api/v1/messages", message);
        assertThat(told.status()).as("%s: %s", message, told.text()).isIn(202, 400, 404, 422);
        api.advance(Duration.ofSeconds(1));
    }

    private static String message(String instance, String content) {
        return "{'instance_id':'%s','to':{'phone':'+12025550123'},'type':%s}"
                .formatted(instance, content)
                .replace('\'', '"');
    }

    private String instance() {
        Response made =
                caller.post(
                        "/api/v1/instances",
                        "{\"name\":\"Support\",\"provider\":\"sandbox\",\"config\":{\"phone_number_id\":\"1\","
                                + "\"waba_id\":\"2\",\"access_token\":\"a\",\"app_secret\":\"b\",\"verify_token\":\"c\"}}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.member("id");
    }
}
