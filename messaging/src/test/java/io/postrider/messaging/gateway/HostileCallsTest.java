package io.postrider.messaging.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.contacts.Contact;
import io.postrider.domain.groups.Group;
import io.postrider.domain.groups.GroupCommand.CreateGroup;
import io.postrider.domain.groups.GroupCommand.RenewInviteLink;
import io.postrider.domain.groups.GroupState;
import io.postrider.domain.instances.Instance;
import io.postrider.domain.media.Media;
import io.postrider.domain.messages.Message;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.MemoryFolder;
import io.postrider.testkit.claims.Verifies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import tools.jackson.databind.node.ObjectNode;

/**
 * Calls that are signed and meant badly: a workspace knows the app secret of its instance, and may sign what it likes. A record
 * that the topology cannot handle, or the log does not take, would stop the gateway for every workspace.
 */
class HostileCallsTest {

    /** What a producer takes, unless it is told otherwise. */
    private static final int RECORD_BYTES_MAX = 1 << 20;

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
        assertThat(gateway.largest()).isLessThan(RECORD_BYTES_MAX);
        gateway.call(
                instance,
                Calls.with("messages", "messages", Calls.text("wamid.last", "12025550139", "Hi")));
        assertThat(gateway.received()).extracting(Message::providerId).contains("wamid.last");
        gateway.close();
    }

    @Test
    @Verifies("whatsapp-hostile-calls")
    void aNameOfManyWordsIsCut() {
        String name =
                IntStream.range(0, 50_000)
                        .mapToObj(i -> "word" + Integer.toString(i, 36))
                        .collect(Collectors.joining(" "));
        ObjectNode call =
                Calls.with("messages", "messages", Calls.text("wamid.1", "12025550130", "Hi"));
        ((ObjectNode) call.at("/entry/0/changes/0/value"))
                .putArray("contacts")
                .addObject()
                .putObject("profile")
                .put("name", name);

        gateway.call(instance, call);

        Contact contact = gateway.all(Contact.class).getFirst();
        assertThat(gateway.contacts.name(contact)).contains(name.substring(0, 200));
        assertThat(contact.nameWords()).hasSizeLessThan(500);
    }

    @Test
    @Verifies("whatsapp-hostile-calls")
    void aMessageThatTheLogDoesNotTakeIsSetAside() {
        String numbers = "1e6,".repeat(195_000);
        ObjectNode text = Calls.text("wamid.1", "12025550130", "Hi").put("type", "numbers");

        gateway.call(
                instance,
                Calls.with("messages", "messages", text)
                        .toString()
                        .replace("\"type\":", "\"numbers\":[" + numbers + "1],\"type\":"));

        assertThat(gateway.received()).isEmpty();
        assertThat(gateway.setAside())
                .extracting(DeadLetter::exception)
                .containsExactly(RecordTooLargeException.class.getName());
    }

    @Test
    @Verifies("whatsapp-hostile-calls")
    void aCallOfVeryManyPartsIsSetAside() {
        String call =
                Calls.with("messages", "messages", Calls.text("wamid.1", "12025550130", "Hi"))
                        .toString()
                        .replace(
                                "\"messages\":[",
                                "\"statuses\":[" + "0,".repeat(10_000) + "0],\"messages\":[");

        gateway.call(instance, call);

        assertThat(gateway.received()).isEmpty();
        assertThat(gateway.setAside()).hasSize(1);
    }

    @Test
    @Verifies("whatsapp-hostile-calls")
    void newsOfAGroupThatIsTooLargeToWaitIsSetAside() {
        ObjectNode news =
                Json.object()
                        .put("type", "group_create")
                        .put("request_id", "REQ9")
                        .put("group_id", "1.9")
                        .put("subject", "x".repeat(790_000));

        gateway.call(instance, Calls.with("group_lifecycle_update", "groups", news));

        assertThat(gateway.process().groups()).isEmpty();
        assertThat(gateway.setAside()).hasSize(1);
    }

    /** WhatsApp sends up to 3 MB at once. */
    @Test
    @Verifies("whatsapp-hostile-calls")
    void aCallThatIsTooLargeForARecordIsReadBesideTheLog() {
        ObjectNode[] texts =
                IntStream.range(0, 300)
                        .mapToObj(i -> Calls.text("wamid." + i, "12025550130", "x".repeat(12_000)))
                        .toArray(ObjectNode[]::new);
        byte[] body = Calls.with("messages", "messages", texts).toString().getBytes(UTF_8);
        keep("call_1", body);

        gateway.callInFile(instance, "call_1");

        assertThat(body).hasSizeGreaterThan(3_500_000);
        assertThat(gateway.received()).hasSize(300);
    }

    @Test
    @Verifies("whatsapp-hostile-calls")
    void callbacksWithAMissingOrAlteredFileAreSetAside() throws IOException {
        keep("call_1", "{}".getBytes(UTF_8));
        Path file = folder.resolve("media").resolve(TestGateway.WORKSPACE).resolve("call_1");
        Files.write(file, new byte[100]);

        gateway.callInFile(instance, "call_1");
        gateway.callInFile(instance, "call_2");

        assertThat(gateway.setAside())
                .extracting(DeadLetter::exception)
                .containsOnly(IllegalStateException.class.getName())
                .hasSize(2);
    }

    private void keep(String file, byte[] body) {
        var _ =
                gateway.files
                        .write(TestGateway.WORKSPACE, file, Flux.just(body), body.length)
                        .block();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "%zz", "^", "\\", "a\nb", "{}", "\u00e4", "../..", "?x", "#"})
    @Verifies("whatsapp-hostile-calls")
    void anIdOfAFileThatFitsInNoAddressIsAFileThatCannotBeFetched(String id) {
        ObjectNode image = Calls.text("wamid.1", "12025550130", "").put("type", "image");
        image.putObject("image").put("id", id);

        gateway.call(instance, Calls.with("messages", "messages", image));
        gateway.later(Duration.ofHours(12));

        assertThat(gateway.received()).hasSize(1);
        assertThat(gateway.all(Media.class))
                .singleElement()
                .satisfies(media -> assertThat(media.error()).isNotNull());
    }

    @Test
    @Verifies("whatsapp-hostile-calls")
    void anIdOfAGroupThatFitsInNoAddressStopsNothing() {
        String group = group("a b");

        gateway.change(group, new RenewInviteLink(TestGateway.WORKSPACE));
        gateway.settle();

        assertThat(gateway.get(Group.class, group).reason()).isNotNull();
    }

    /** A group that the provider has created under an id. */
    private String group(String providerId) {
        Group group = gateway.drafts.group(instance, "Trip");
        gateway.change(group.id(), new CreateGroup(group));
        gateway.settle();
        String request = gateway.attempts(group.id() + "/group.create/1").getLast().responseBody();
        ObjectNode news =
                Json.object()
                        .put("type", "group_create")
                        .put("group_id", providerId)
                        .put(
                                "request_id",
                                Json.mapper()
                                        .readTree(String.valueOf(request))
                                        .path("request_id")
                                        .asString());
        gateway.call(instance, Calls.with("group_lifecycle_update", "groups", news));
        assertThat(gateway.get(Group.class, group.id()).state()).isEqualTo(GroupState.ACTIVE);
        return group.id();
    }
}
