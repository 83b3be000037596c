package io.postrider.messaging.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.instances.InstanceCommand.DeleteInstance;
import io.postrider.domain.messages.Message;
import io.postrider.messaging.gateway.CallbackRouting.UnknownNumberException;
import io.postrider.schemas.DeadLetter;
import io.postrider.testkit.MemoryFolder;
import io.postrider.testkit.records.Records;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** The calls of an app that has several numbers come to one address, and go to the instances of their numbers. */
class CallbackRoutingTest {

    private static final int CALLS = 200;

    @TempDir(factory = MemoryFolder.class)
    private Path folder;

    private TestGateway gateway;
    private Instance first;
    private Instance second;

    @BeforeEach
    void open() {
        gateway = new TestGateway(folder);
        first = gateway.instances.sandbox();
        second = gateway.instances.sandbox();
    }

    @AfterEach
    void close() {
        gateway.close();
    }

    private static ObjectNode text(String number, String id) {
        return Calls.about(
                number, Calls.with("messages", "messages", Calls.text(id, "12025550130", "Hi")));
    }

    private static ObjectNode text(Instance to, String id) {
        return text(GraphApi.number(to), id);
    }

    private List<String> inbox(Instance of) {
        return gateway.received().stream()
                .filter(message -> message.instanceId().equals(of.id()))
                .map(Message::providerId)
                .toList();
    }

    @Test
    void ofTwoHundredMixedCallsNoneIsInTheWrongInbox() {
        long seed = Long.getLong("postrider.seed", new Random().nextLong(1_000_000));
        System.out.printf("seed %d (-Dpostrider.seed)%n", seed);
        Random random = new Random(seed);
        List<Instance> both = List.of(first, second);
        List<List<String>> expected = List.of(new ArrayList<>(), new ArrayList<>());
        for (int call = 0; call < CALLS; call++) {
            List<ObjectNode> changes = new ArrayList<>();
            for (int n = 0; n <= random.nextInt(3); n++) {
                int to = random.nextInt(2);
                String id = "wamid." + call + "." + n;
                changes.add(text(both.get(to), id));
                expected.get(to).add(id);
            }
            gateway.call(both.get(random.nextInt(2)), Calls.together(changes));
        }

        assertThat(inbox(first)).containsExactlyInAnyOrderElementsOf(expected.get(0));
        assertThat(inbox(second)).containsExactlyInAnyOrderElementsOf(expected.get(1));
        assertThat(gateway.setAside()).isEmpty();
    }

    @Test
    void aCallForANumberOfNoInstanceIsSetAsideAndTheRestOfItIsTaken() {
        gateway.call(
                first, Calls.together(List.of(text("4711", "wamid.1"), text(first, "wamid.2"))));

        assertThat(inbox(first)).containsExactly("wamid.2");
        assertThat(gateway.received()).hasSize(1);
        assertThat(gateway.setAside())
                .extracting(DeadLetter::exception)
                .containsExactly(UnknownNumberException.class.getName());
    }

    @Test
    void aNumberOfAnotherWorkspaceOrAnotherProviderIsNoneOfTheWorkspace() {
        Instance foreign = gateway.instances.blank(Instance.SANDBOX, Map.of());
        gateway.addKey("ws_7zzzzzzzzzzzzzzzzzzzzzzzzz");
        Instance other = Records.with(foreign, "workspace", "ws_7zzzzzzzzzzzzzzzzzzzzzzzzz");
        gateway.instances.create(other);
        Instance cloud = gateway.instances.created(Instance.CLOUD_API, Map.of());

        gateway.call(first, text(other, "wamid.1"));
        gateway.call(first, text(cloud, "wamid.2"));

        assertThat(gateway.received()).isEmpty();
        assertThat(gateway.setAside()).hasSize(2);
    }

    @Test
    void aDeletedInstanceGetsNothing() {
        gateway.instances.change(second, new DeleteInstance(TestGateway.WORKSPACE));

        gateway.call(first, text(second, "wamid.1"));

        assertThat(gateway.received()).isEmpty();
        assertThat(gateway.setAside()).hasSize(1);
    }

    @Test
    void aLargePartIsBroughtInAFile() {
        List<ObjectNode> large = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            large.add(text(i % 20 == 0 ? second : first, "wamid." + i));
        }

        gateway.call(second, Calls.together(large));

        assertThat(inbox(first)).hasSize(1_900);
        assertThat(inbox(second)).hasSize(100);
    }

    @Test
    void aChangeWithoutANumberStays() {
        gateway.call(second, Calls.with("messages", "messages", Calls.text("wamid.1", "1", "Hi")));

        assertThat(inbox(second)).containsExactly("wamid.1");
    }
}
