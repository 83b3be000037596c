package io.postrider.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.messages.Message;
import io.postrider.schemas.Context;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.Topics;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.MemoryFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A record that cannot be processed costs no other record anything. */
class SetAsideTest {

    private static final byte[] NO_RECORD = {0, 1, 2, 3};
    private static final int MUTATIONS = Integer.getInteger("postrider.mutations", 2_000);

    private static final List<String> CALLS =
            List.of(
                    "{'field':'messages','value':{'metadata':{'phone_number_id':'1'},'contacts':[{'wa_id':'12025550130','profile':{'name':'Ana'}}],"
                            + "'messages':[{'id':'wamid.1','from':'12025550130','timestamp':'1790000000','type':'text','text':{'body':'Hi'},'context':{'id':'wamid.0'}}]}}",
                    "{'field':'messages','value':{'messages':[{'id':'wamid.2','from':'12025550131','timestamp':'1790000000','type':'image','image':{'id':'7','mime_type':'image/png','sha256':'x','caption':'c'}}]}}",
                    "{'field':'messages','value':{'messages':[{'id':'wamid.3','from':'12025550132','timestamp':'1790000000','type':'reaction','reaction':{'message_id':'wamid.1','emoji':'x'}}]}}",
                    "{'field':'messages','value':{'statuses':[{'id':'wamid.4','status':'failed','timestamp':'1790000000','biz_opaque_callback_data':'msg_01m8e92b6eenxa4j52vm22958e','errors':[{'code':131026,'title':'t','message':'m','error_data':{'details':'d'}}]}]}}",
                    "{'field':'message_template_status_update','value':{'event':'APPROVED','message_template_name':'n','message_template_language':'en','reason':'NONE'}}",
                    "{'field':'user_preferences','value':{'user_preferences':[{'wa_id':'12025550130','value':'stop','category':'marketing_messages'}]}}",
                    "{'field':'group_lifecycle_update','value':{'groups':[{'type':'group_create','request_id':'R','group_id':'G','subject':'s','invite_link':'l'}]}}",
                    "{'field':'group_participants_update','value':{'groups':[{'type':'group_participants_add','group_id':'G','added_participants':[{'wa_id':'12025550130'}]}]}}");

    private static final List<String> ODD =
            List.of(
                    "null",
                    "true",
                    "-1",
                    "1e400",
                    "99999999999999999999",
                    "0.1",
                    "''",
                    "' '",
                    "'31556889864403199'",
                    "'-9223372036854775808'",
                    "'abc'",
                    "'\\\\ud800'",
                    "'\\\\u0000'",
                    "'x'",
                    "[]",
                    "{}",
                    "[null]",
                    "[[]]",
                    "{'a':{}}",
                    "'../..?#'");

    @TempDir(factory = MemoryFolder.class)
    private Path folder;

    @Test
    void aRecordOfAnyTopicThatCannotBeReadIsSetAside() {
        try (TestGateway gateway = new TestGateway(folder)) {
            List<String> topics =
                    List.of(
                            Topics.INGEST.name(),
                            Context.MESSAGES.events().name(),
                            Topics.SENDS.name(),
                            Topics.SEND_ATTEMPTS.name());

            topics.forEach(topic -> gateway.process().read(topic, "key", NO_RECORD, gateway.now()));

            assertThat(gateway.setAside()).extracting(DeadLetter::topic).containsAll(topics);
            assertReceives(gateway);
        }
    }

    /** Each leaf of each call is replaced by each of these values; so many of them, by chance. */
    @Test
    void oddValuesInCallsSetNothingAside() {
        long seed = Long.getLong("postrider.seed", new Random().nextLong(1_000_000));
        System.out.printf("seed %d (-Dpostrider.seed), %d mutations%n", seed, MUTATIONS);
        List<String> mutated = mutated();
        Random random = new Random(seed);
        try (TestGateway gateway = new TestGateway(folder)) {
            var instance = gateway.instances.sandbox();
            for (int i = 0; i < MUTATIONS; i++) {
                gateway.call(instance, mutated.get(random.nextInt(mutated.size())));
            }

            assertThat(gateway.setAside()).isEmpty();
            assertReceives(gateway);
        }
    }

    private static void assertReceives(TestGateway gateway) {
        gateway.call(
                gateway.instances.sandbox(),
                Calls.with("messages", "messages", Calls.text("wamid.last", "12025550139", "Hi")));
        assertThat(gateway.received()).extracting(Message::providerId).contains("wamid.last");
    }

    private static List<String> mutated() {
        List<String> all = new ArrayList<>();
        for (String change : CALLS) {
            ObjectNode call = Json.object();
            JsonNode read = Json.mapper().readTree(change.replace('\'', '"'));
            call.putArray("entry").addObject().putArray("changes").add(read);
            for (String odd : ODD) {
                replaced(call, call, odd.replace('\'', '"'), all);
            }
        }
        return all;
    }

    /** The text of a call with each node of a part replaced in turn. */
    private static void replaced(ObjectNode call, JsonNode part, String odd, List<String> all) {
        String mark = "\"here, and nowhere else\"";
        if (part instanceof ObjectNode object) {
            for (String name : List.copyOf(object.propertyNames())) {
                JsonNode before = object.get(name);
                object.put(name, "here, and nowhere else");
                all.add(call.toString().replace(mark, odd));
                object.set(name, before);
                replaced(call, before, odd, all);
            }
        } else if (part instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                JsonNode before = array.get(i);
                array.set(i, "here, and nowhere else");
                all.add(call.toString().replace(mark, odd));
                array.set(i, before);
                replaced(call, before, odd, all);
            }
        }
    }
}
