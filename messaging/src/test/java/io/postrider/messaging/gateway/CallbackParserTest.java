package io.postrider.messaging.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.messages.MessageError;
import io.postrider.domain.messages.MessageStatus;
import io.postrider.messaging.gateway.CallbackParser.News;
import io.postrider.testkit.claims.Verifies;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CallbackParserTest {

    private static final String BODY =
            """
            {"object":"whatsapp_business_account","entry":[{"id":"1","changes":[
              {"field":"messages","value":{"messaging_product":"whatsapp",
                "contacts":[{"profile":{"name":"Sheena"},"wa_id":"16505551234"}],
                "statuses":[
                  {"id":"wamid.1","status":"delivered","timestamp":"1750000000","biz_opaque_callback_data":"msg_1"},
                  {"id":"wamid.2","status":"failed","timestamp":"1750000001","errors":[{"code":131026,"title":"Undeliverable"}]},
                  {"id":"wamid.3","status":"warped","timestamp":"1750000001"}],
                "messages":[
                  {"from":"16505551234","id":"wamid.4","timestamp":"1750000002","type":"text","text":{"body":"Hi"}},
                  {"from_user_id":"US.134","id":"wamid.5","timestamp":"never","type":"hologram","hologram":{}}]}}]},
              {"changes":[{"value":{"errors":[{"code":1}]}}]}]}
            """;

    private static List<News> parse(String body) {
        return CallbackParser.parse(CallbackParser.json(body));
    }

    @Test
    void everyEntryChangeStatusAndMessageIsRead() {
        List<News> news = parse(BODY);

        assertThat(news).hasSize(6);
        assertThat(news.get(0))
                .isInstanceOfSatisfying(
                        News.Status.class,
                        status -> {
                            assertThat(status.message()).isEqualTo("msg_1");
                            assertThat(status.receipt().status())
                                    .isEqualTo(MessageStatus.DELIVERED);
                            assertThat(status.receipt().at())
                                    .isEqualTo(Instant.ofEpochSecond(1_750_000_000));
                        });
        assertThat(news.get(1))
                .isInstanceOfSatisfying(
                        News.Status.class,
                        status -> {
                            assertThat(status.message()).isNull();
                            assertThat(status.receipt().error())
                                    .extracting(MessageError::scope)
                                    .isEqualTo("recipient");
                        });
        assertThat(List.of(news.get(2), news.get(5)))
                .allSatisfy(each -> assertThat(each).isInstanceOf(News.Notice.class))
                .extracting(each -> ((News.Notice) each).field())
                .containsExactly("statuses", "errors");
        assertThat(news.get(3))
                .isInstanceOfSatisfying(
                        News.Inbound.class,
                        inbound -> {
                            assertThat(inbound.type()).isEqualTo("text");
                            assertThat(inbound.content().at("/from/phone").asString())
                                    .isEqualTo("+16505551234");
                            assertThat(inbound.content().at("/text/body").asString())
                                    .isEqualTo("Hi");
                        });
        assertThat(news.get(4))
                .isInstanceOfSatisfying(
                        News.Inbound.class,
                        inbound -> {
                            assertThat(inbound.type()).isEqualTo("unknown");
                            assertThat(inbound.content().at("/unknown/id").asString())
                                    .isEqualTo("wamid.5");
                        });
    }

    @Test
    @Verifies("whatsapp-callbacks")
    void tenThousandMutatedBodiesAreReadWithoutAnError() {
        Random random = new Random(7);
        byte[] original = BODY.getBytes(StandardCharsets.UTF_8);
        int withNews = 0;
        for (int i = 0; i < 10_000; i++) {
            byte[] mutated = original.clone();
            for (int n = random.nextInt(4); n >= 0; n--) {
                mutated[random.nextInt(mutated.length)] = (byte) random.nextInt(256);
            }
            withNews += parse(new String(mutated, StandardCharsets.UTF_8)).isEmpty() ? 0 : 1;
        }

        assertThat(withNews).isBetween(1_000, 10_000);
    }
}
