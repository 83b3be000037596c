package io.postrider.messaging.gateway;

import static io.postrider.domain.messages.MessageStatus.DELIVERED;
import static io.postrider.domain.messages.MessageStatus.FAILED;
import static io.postrider.domain.messages.MessageStatus.READ;
import static io.postrider.domain.messages.MessageStatus.SENT;
import static io.postrider.domain.messages.MessageStatus.SUBMITTED;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.messages.Message;
import io.postrider.domain.messages.MessageError;
import io.postrider.domain.messages.Receipt;
import io.postrider.schemas.json.MessageJson;
import io.postrider.schemas.json.Rendering;
import io.postrider.testkit.MemoryFolder;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import io.postrider.testkit.records.Records;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What the provider tells of messages that were sent. */
class StatusesTest {

    private static final Instant TOLD = Instant.parse("2026-11-02T09:29:59Z");
    private static final String ANYONE = "+12025550100";

    private final RecordingReceiver provider =
            RecordingReceiver.start(
                    StubResponse.status(200, Map.of(), "{\"messages\":[{\"id\":\"wamid.1\"}]}"));

    @TempDir(factory = MemoryFolder.class)
    private Path folder;

    private TestGateway gateway;
    private Instance instance;

    @BeforeEach
    void open() {
        gateway = new TestGateway(folder);
        instance = gateway.instances.cloud(provider.url(""));
    }

    @AfterEach
    void close() {
        gateway.close();
        provider.close();
    }

    private void tell(String message, String status) {
        gateway.call(instance, Calls.statuses(Calls.status(message, status, TOLD)));
    }

    @Test
    void aReceiptHasTheTimeOfTheProvider() {
        String id = gateway.send(instance, ANYONE);

        tell(id, "delivered");

        assertThat(gateway.message(id).receipt(DELIVERED))
                .contains(new Receipt(DELIVERED, TOLD, null));
    }

    /** Every order of four statuses, some of them told twice, ends in the same receipts and the same status. */
    @Test
    void theOrderOfStatusesChangesNothing() {
        Random random = new Random(11);
        for (List<String> order : orders(List.of("sent", "delivered", "read", "failed"))) {
            List<String> told = new ArrayList<>(order);
            told.add(random.nextInt(told.size()), order.get(random.nextInt(order.size())));
            Message message = gateway.drafts.text(instance, ANYONE);
            gateway.send(message);
            gateway.call(
                    instance,
                    Calls.statuses(
                            told.stream()
                                    .map(status -> Calls.status(message.id(), status, TOLD))
                                    .toArray(JsonNode[]::new)));

            assertThat(gateway.message(message.id()).status()).as(told.toString()).isEqualTo(READ);
            assertThat(gateway.events(message.id()))
                    .as(told.toString())
                    .contains("message.sent", "message.delivered", "message.read", "message.failed")
                    .doesNotHaveDuplicates();
        }
    }

    private static List<List<String>> orders(List<String> all) {
        if (all.isEmpty()) {
            return List.of(List.of());
        }
        List<List<String>> orders = new ArrayList<>();
        for (String first : all) {
            List<String> others = new ArrayList<>(all);
            others.removeAll(Collections.singleton(first));
            for (List<String> order : orders(others)) {
                List<String> whole = new ArrayList<>(List.of(first));
                whole.addAll(order);
                orders.add(whole);
            }
        }
        return orders;
    }

    @Test
    void aFailureHasTheErrorOfTheProvider() {
        String id = gateway.send(instance, ANYONE);
        ObjectNode failed = Calls.status(id, "failed", TOLD);
        failed.putArray("errors")
                .add(
                        Calls.json(
                                "{'code':131047,'title':'Re-engagement message','error_data':{'details':'24 hours have passed.'}}"));

        gateway.call(instance, Calls.statuses(failed));

        assertThat(gateway.message(id).error())
                .contains(new MessageError("131047", "24 hours have passed.", false, "recipient"));
    }

    @Test
    void aReceiptHasThePriceAndTheConversation() {
        String id = gateway.send(instance, ANYONE);
        ObjectNode sent = Calls.status(id, "sent", TOLD);
        JsonNode pricing =
                Calls.json("{'billable':true,'pricing_model':'PMP','category':'utility'}");
        JsonNode conversation = Calls.json("{'id':'c1','origin':{'type':'utility'}}");
        sent.set("pricing", pricing);
        sent.set("conversation", conversation);

        gateway.call(instance, Calls.statuses(sent));

        JsonNode receipt =
                MessageJson.of(gateway.message(id), 1, new Rendering("", "")).at("/receipts/1");
        assertThat(receipt.path("pricing")).isEqualTo(pricing);
        assertThat(receipt.path("conversation")).isEqualTo(conversation);
    }

    @Test
    void aFailureWithoutAReasonIsOneAllTheSame() {
        String id = gateway.send(instance, ANYONE);

        tell(id, "failed");

        assertThat(gateway.message(id).status()).isEqualTo(FAILED);
        assertThat(gateway.message(id).error())
                .map(MessageError::detail)
                .contains("The provider gave no reason.");
    }

    @Test
    void aMessageThatFailedAndArrivedAllTheSameDidNotFail() {
        String id = gateway.send(instance, ANYONE);
        tell(id, "failed");
        tell(id, "sent");
        assertThat(gateway.message(id).status()).isEqualTo(FAILED);

        tell(id, "delivered");

        assertThat(gateway.message(id).status()).isEqualTo(DELIVERED);
        assertThat(gateway.message(id).error()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"warped", "accepted", "submitted", "outcome_unknown", "received", ""})
    void aStatusThatIsNoneOfAProviderChangesNothing(String status) {
        String id = gateway.send(instance, ANYONE);

        tell(id, status);

        assertThat(gateway.message(id).status()).isEqualTo(SUBMITTED);
        assertThat(gateway.message(id).receipts()).hasSize(1);
    }

    /** The form of the public samples, and of programs between WhatsApp and this address. */
    @ParameterizedTest
    @ValueSource(strings = {"", "of another system"})
    void aStatusThatNamesTheIdOfTheProviderAloneIsOfItsMessage(String data) {
        String id = gateway.send(instance, ANYONE);
        gateway.restart();

        gateway.call(
                instance,
                Calls.statuses(
                        Calls.status(data, "delivered", TOLD).put("id", "wamid.1"),
                        Calls.status(data, "read", TOLD).put("id", "wamid.2")));

        assertThat(gateway.message(id).receipts())
                .extracting(Receipt::status)
                .containsExactly(SUBMITTED, DELIVERED);
    }

    /** A provider may tell of a message before the attempt that sent it is read, by its own id alone. */
    @Test
    void aStatusBeforeTheAttemptIsReadIsRecordedWithIt() {
        JsonNode early = Calls.status("", "delivered", TOLD).put("id", "wamid.1");
        gateway.call(instance, Calls.statuses(early, early));
        gateway.call(
                instance,
                Calls.statuses(
                        Calls.status("", "read", TOLD).put("id", "wamid.1"),
                        Calls.status("", "failed", TOLD).put("id", "wamid.2")));
        gateway.restart();

        String id = gateway.send(instance, ANYONE);

        assertThat(gateway.message(id).receipts())
                .extracting(Receipt::status)
                .containsExactly(SUBMITTED, DELIVERED, READ);
    }

    @Test
    void aStatusIsKeptForAnHourWithoutDuplicates() {
        for (int i = 0; i < 20; i++) {
            ObjectNode status = Calls.status("", i == 19 ? "read" : "sent", TOLD.plusSeconds(i));
            gateway.call(instance, Calls.statuses(status.put("id", "wamid.1")));
        }
        assertThat(gateway.message(gateway.send(instance, ANYONE)).status()).isEqualTo(READ);

        gateway.call(instance, Calls.statuses(Calls.status("", "read", TOLD).put("id", "wamid.3")));
        gateway.later(Duration.ofMinutes(61));
        provider.answerWith(
                StubResponse.status(200, Map.of(), "{\"messages\":[{\"id\":\"wamid.3\"}]}"));
        assertThat(gateway.message(gateway.send(instance, ANYONE)).status()).isEqualTo(SUBMITTED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "msg_7zzzzzzzzzzzzzzzzzzzzzzzzz",
                "msg_short",
                "ctc_00000000000000000000000000",
                "of another system",
                ""
            })
    void aStatusOfAMessageThatWasNotSentFromHereIsPassedOver(String message) {
        String id = gateway.send(instance, ANYONE);

        tell(message, "delivered");
        tell(id, "sent");

        assertThat(gateway.message(id).status()).isEqualTo(SENT);
        assertThat(gateway.all(Message.class)).hasSize(1);
    }

    @Test
    void aStatusDoesNotReachAMessageOfAnotherWorkspace() {
        String id = gateway.send(instance, ANYONE);
        String other = "ws_7zzzzzzzzzzzzzzzzzzzzzzzzz";
        gateway.addKey(other);

        gateway.call(
                Records.with(instance, "workspace", other),
                Calls.statuses(Calls.status(id, "failed", TOLD)));

        assertThat(gateway.message(id).status()).isEqualTo(SUBMITTED);
    }

    @Test
    void aStatusOfAReceivedMessageChangesNothing() {
        gateway.call(
                instance,
                Calls.with("messages", "messages", Calls.text("wamid.9", "12025550130", "Hi")));
        String id = gateway.received().getFirst().id();

        tell(id, "failed");

        assertThat(gateway.message(id).status().label()).isEqualTo("received");
    }

    @Test
    void aStatusBeforeTheAnswerGivesTheMessageItsId() {
        provider.answerWith(StubResponse.rawThenReset(""));
        String id = gateway.send(instance, ANYONE);
        assertThat(gateway.message(id).providerId()).isNull();

        tell(id, "sent");

        assertThat(gateway.message(id).providerId()).isEqualTo("wamid.of-" + id);
        assertThat(gateway.message(id).status()).isEqualTo(SENT);
    }

    @Test
    void aCallThatIsBroughtAgainAfterARestartChangesNothing() {
        String id = gateway.send(instance, ANYONE);
        tell(id, "delivered");
        List<String> events = gateway.events(id);

        gateway.restart();
        tell(id, "delivered");

        assertThat(gateway.events(id)).isEqualTo(events);
    }
}
