package io.postrider.messaging.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.schemas.json.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Requests of the Cloud API, in the shapes of its reference. */
class CloudMessagesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "text | {'to':{'phone':'+1'},'text':{'body':'a'}}"
                        + " | {'to':'+1','type':'text','text':{'body':'a'}}",
                "text | {'to':{'user_id':'US.1'},'text':{'body':'a'}}"
                        + " | {'recipient':'US.1','type':'text','text':{'body':'a'}}",
                "image | {'to':{'phone':'+1'},'image':{'link':'https://a'},'context':{'provider_id':'wamid.1'}}"
                        + " | {'to':'+1','type':'image','context':{'message_id':'wamid.1'},'image':{'link':'https://a'}}",
                "reaction | {'to':{'phone':'+1'},'reaction':{'message_id':'msg_1','emoji':'x'},'context':{'provider_id':'wamid.1'}}"
                        + " | {'to':'+1','type':'reaction','reaction':{'message_id':'wamid.1','emoji':'x'}}"
            })
    void aRequestNamesRecipientContentAndTheMessageThatIsReferredTo(
            String type, String content, String expected) {
        JsonNode request = CloudMessages.request("msg_9", type, json(content));

        JsonNode all =
                json(
                        expected.replaceFirst(
                                "\\{",
                                "{'messaging_product':'whatsapp','recipient_type':'individual','biz_opaque_callback_data':'msg_9',"));
        assertThat(request).isEqualTo(all);
    }

    private static JsonNode json(String quoted) {
        return Json.mapper().readTree(quoted.replace('\'', '"'));
    }
}
