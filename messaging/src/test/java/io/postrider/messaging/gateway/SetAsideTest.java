package io.postrider.messaging.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.messages.Message;
import io.postrider.schemas.Context;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.Topics;
import io.postrider.testkit.MemoryFolder;
import io.postrider.testkit.json.OddValues;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A record that cannot be processed costs no other record anything. */
class SetAsideTest {

    private static final byte[] NO_RECORD = {0, 1, 2, 3};
    private static final int AT_NIGHT = 50_000;

    private static final List<String> CALLS =
            List.of(
                    "{'field':'messages','value':{'contacts':[{'wa_id':'12025550130','profile':{'name':'Ana'}}],"
                            + "'messages':[{'id':'wamid.1','from':'12025550130','timestamp':'1790000000','type':'text','text':{'body':'Hi'},'context':{'id':'wamid.0'}}]}}",
                    "{'field':'messages','value':{'messages':[{'id':'wamid.2','from':'12025550131','timestamp':'1790000000','type':'image','image':{'id':'7','mime_type':'image/png','sha256':'x','caption':'c'}}]}}",
                    "{'field':'messages','value':{'messages':[{'id':'wamid.3','from':'12025550132','timestamp':'1790000000','type':'reaction','reaction':{'message_id':'wamid.1','emoji':'x'}}]}}",
                    "{'field':'messages','value':{'statuses':[{'id':'wamid.4','status':'failed','timestamp':'1790000000','biz_opaque_callback_data':'msg_01m8e92b6eenxa4j52vm22958e','errors':[{'code':131026,'title':'t','message':'m','error_data':{'details':'d'}}]}]}}",
                    "{'field':'message_template_status_update','value':{'event':'APPROVED','message_template_name':'n','message_template_language':'en','reason':'NONE'}}",
                    "{'field':'user_preferences','value':{'user_preferences':[{'wa_id':'12025550130','value':'stop','category':'marketing_messages'}]}}",
                    "{'field':'group_lifecycle_update','value':{'groups':[{'type':'group_create','request_id':'R','group_id':'G','subject':'s','invite_link':'l'}]}}",
                    "{'field':'group_participants_update','value':{'groups':[{'type':'group_participants_add','group_id':'G','added_participants':[{'wa_id':'12025550130'}]}]}}");

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

    @Test
    void oddValuesInCallsSetNothingAside() {
        mutate(OddValues.DAILY);
    }

    @Test
    @Tag("faults")
    @Tag("mutations")
    void oddValuesInCallsSetNothingAsideAtNight() {
        mutate(AT_NIGHT);
    }

    private void mutate(int count) {
        try (TestGateway gateway = new TestGateway(folder)) {
            var instance = gateway.instances.sandbox();
            OddValues.mutations(calls(), count).forEach(call -> gateway.call(instance, call));

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

    private static List<String> calls() {
        return CALLS.stream()
                .map(change -> "{'entry':[{'changes':[" + change + "]}]}")
                .map(call -> call.replace('\'', '"'))
                .toList();
    }
}
