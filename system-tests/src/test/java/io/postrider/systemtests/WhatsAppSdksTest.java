package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** Published SDKs of the WhatsApp Cloud API on the sandbox: every type is sent, every answer understood. */
@ExtendWith(SharedPostrider.class)
class WhatsAppSdksTest {

    private static final String NUMBER = "1065403522";
    private static final String TOKEN = "token-of-a-trial";

    @Test
    void theySendEveryTypeAndParseEveryAnswer(Workspace node) throws Exception {
        Sandbox.connected(
                node,
                "{\"name\":\"SDKs\",\"provider\":\"sandbox\",\"config\":{\"phone_number_id\":\"%s\",\"waba_id\":\"%s\",\"access_token\":\"%s\"}}"
                        .formatted(NUMBER, NUMBER, TOKEN));

        JsonNode used =
                ForeignClients.install()
                        .whatsApp("http://127.0.0.1:" + node.sandboxPort(), NUMBER, TOKEN);

        JsonNode kapso = used.path("kapso");
        assertThat(kapso.path("ids")).hasSize(12).allSatisfy(WhatsAppSdksTest::assertSent);
        assertThat(kapso.path("downloaded").asInt()).isEqualTo(70);
        assertThat(kapso.path("read").asBoolean()).isTrue();
        assertThat(kapso.path("refused").asInt()).isEqualTo(190);
        assertThat(kapso.path("template").asString()).isEqualTo("string");
        JsonNode greatDetail = used.path("greatDetail");
        assertThat(greatDetail.path("ids")).hasSize(11).allSatisfy(WhatsAppSdksTest::assertSent);
        assertThat(greatDetail.path("read").asBoolean()).isTrue();
        assertThat(greatDetail.path("picture").asString()).isEqualTo("string");
    }

    private static void assertSent(JsonNode id) {
        assertThat(id.asString()).startsWith("wamid.");
    }
}
