package io.postrider.messaging.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.instances.InstanceCommand.PauseInstance;
import io.postrider.domain.instances.InstanceEvent.InstanceNotice;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.MemoryFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What the provider tells of accounts and numbers, and what no other event is made of. */
class AccountUpdatesTest {

    @TempDir(factory = MemoryFolder.class)
    private Path folder;

    private TestGateway gateway;
    private Instance instance;

    @BeforeEach
    void open() {
        gateway = new TestGateway(folder);
        instance = gateway.instances.sandbox();
    }

    @AfterEach
    void close() {
        gateway.close();
    }

    private void call(String field, JsonNode value) {
        ObjectNode call = Calls.change(field, value);
        ((ObjectNode) call.at("/entry/0")).put("id", instance.config().get(Instance.ACCOUNT_ID));
        gateway.call(instance, call);
    }

    private JsonNode value(InstanceNotice notice) {
        return Json.mapper()
                .readTree(
                        gateway.secrets
                                .text(
                                        TestGateway.WORKSPACE,
                                        Instance.noticePurpose(instance.id()),
                                        notice.value())
                                .orElseThrow());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "calls",
                "smb_message_echoes",
                "template_category_update",
                "message_template_quality_update",
                "phone_number_name_update",
                "a field of next year"
            })
    void aFieldThatIsNotKnownIsANoticeWithItsValue(String field) {
        JsonNode value = Calls.json("{'a':[1,{'secret':'x y'}],'event':'FLAGGED'}");

        call(field, value);

        InstanceNotice notice = gateway.instances.notices().getLast();
        assertThat(gateway.instances.notices()).hasSize(1);
        assertThat(notice.field()).isEqualTo(field);
        assertThat(notice.value()).doesNotContain("secret");
        assertThat(value(notice)).isEqualTo(value);
    }

    @Test
    void errorsAndUnknownStatusesAndPreferencesAreNotices() {
        JsonNode errors = Calls.json("[{'code':131000,'title':'x'}]");
        call("messages", Calls.json("{'errors':[{'code':131000,'title':'x'}]}"));
        call("messages", Calls.json("{'statuses':[{'id':'wamid.7','status':'warped'}]}"));
        call("messages", Calls.json("{'statuses':[{'id':'wamid.7','status':'read'}]}"));
        call("user_preferences", Calls.json("{'user_preferences':[{'value':'later'}]}"));

        List<InstanceNotice> notices = gateway.instances.notices();
        assertThat(notices)
                .extracting(InstanceNotice::field)
                .containsExactly("errors", "statuses", "statuses", "user_preferences");
        assertThat(value(notices.getFirst())).isEqualTo(errors);
        assertThat(value(notices.get(2)).path("id").asString()).isEqualTo("wamid.7");
    }

    @ParameterizedTest
    @CsvSource({
        "FLAGGED,,degraded,quality_flagged",
        "UNFLAGGED,,connected,",
        "UPGRADE,,connected,",
        "ACCOUNT_RESTRICTION,,degraded,account_restriction",
        "ACCOUNT_VIOLATION,,degraded,account_violation",
        "DISABLED_UPDATE,SCHEDULE_FOR_DISABLE,degraded,account_schedule_for_disable",
        "DISABLED_UPDATE,DISABLE,restricted,account_disable",
        "ACCOUNT_DELETED,,restricted,account_deleted",
        "VERIFIED_ACCOUNT,,connected,"
    })
    void anAccountAndTheQualityOfANumberSetTheState(
            String event, String ban, String state, String reason) {
        Instance other = gateway.instances.sandbox();
        ObjectNode value =
                (ObjectNode) Calls.json("{'event':'" + event + "','display_phone_number':''}");
        value.put("display_phone_number", instance.config().get(Instance.PHONE_NUMBER));
        value.putObject("ban_info").put("waba_ban_state", ban);

        call(
                event.endsWith("AGGED") || event.equals("UPGRADE")
                        ? "phone_number_quality_update"
                        : "account_update",
                value);

        Instance now = gateway.instances.known(instance);
        assertThat(now.state().label()).isEqualTo(state);
        assertThat(now.stateReason()).isEqualTo(reason);
        assertThat(gateway.instances.notices()).hasSize(1);
        assertThat(gateway.instances.known(other).state().label()).isEqualTo("connected");
    }

    @Test
    void messagesWaitForAnAccountThatIsDisabledUntilItIsReinstated() {
        call("account_update", ban("DISABLE"));
        String id = gateway.send(instance, "+12025550102");
        assertThat(gateway.message(id).status().label()).isEqualTo("accepted");

        call("account_update", ban("REINSTATE"));
        gateway.later(Duration.ofSeconds(5));

        assertThat(gateway.message(id).status().label()).isEqualTo("sent");
    }

    @Test
    void noticesOfOtherAccountsAndNumbersChangeNoState() {
        ObjectNode deleted =
                Calls.change("account_update", Calls.json("{'event':'ACCOUNT_DELETED'}"));
        ((ObjectNode) deleted.at("/entry/0")).put("id", "another");
        gateway.call(instance, deleted);
        call(
                "phone_number_quality_update",
                Calls.json("{'event':'FLAGGED','display_phone_number':'19995550100'}"));

        assertThat(gateway.instances.known(instance).state().label()).isEqualTo("connected");
        assertThat(gateway.instances.notices()).hasSize(2);
    }

    @Test
    void aBanIsLiftedByTheAccountAlone() {
        call("account_update", ban("DISABLE"));
        call("phone_number_quality_update", quality("UNFLAGGED"));
        call("phone_number_quality_update", quality("FLAGGED"));

        assertThat(gateway.instances.known(instance).state().label()).isEqualTo("restricted");
    }

    @Test
    void aReinstatedAccountDoesNotMakeUpForTheQualityOfANumber() {
        call("phone_number_quality_update", quality("FLAGGED"));
        call("account_update", ban("REINSTATE"));
        assertThat(gateway.instances.known(instance).state().label()).isEqualTo("degraded");

        call("phone_number_quality_update", quality("UNFLAGGED"));
        assertThat(gateway.instances.known(instance).state().label()).isEqualTo("connected");
    }

    @Test
    void aLongValueIsNamedByItsLength() {
        call("calls", Calls.json("{'a':'" + "x".repeat(200_000) + "'}"));

        assertThat(value(gateway.instances.notices().getFirst()))
                .isEqualTo(Calls.json("{'truncated':true,'length':200008}"));
    }

    @Test
    void aMessageWithoutAnIdIsANotice() {
        call("messages", Calls.json("{'messages':[{'from':'12025550102','type':'text'}]}"));

        assertThat(gateway.instances.notices())
                .extracting(InstanceNotice::field)
                .containsExactly("messages");
    }

    private JsonNode quality(String event) {
        return Calls.json(
                "{'event':'%s','display_phone_number':'%s'}"
                        .formatted(event, instance.config().get(Instance.PHONE_NUMBER)));
    }

    @Test
    void anInstanceThatIsPausedStaysSo() {
        gateway.instances.change(instance, new PauseInstance(TestGateway.WORKSPACE));

        call("account_update", ban("REINSTATE"));

        assertThat(gateway.instances.known(instance).state().label()).isEqualTo("paused");
    }

    private static JsonNode ban(String state) {
        return Calls.json(
                "{'event':'DISABLED_UPDATE','ban_info':{'waba_ban_state':'" + state + "'}}");
    }
}
