package io.postrider.messaging.gateway;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.instances.InstanceCommand.ConnectInstance;
import io.postrider.domain.instances.InstanceCommand.CreateInstance;
import io.postrider.domain.instances.InstanceCommand.ReportInstance;
import io.postrider.domain.instances.InstanceEvent.InstanceNotice;
import io.postrider.domain.instances.InstanceState;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.testkit.records.Records;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The instances of a test, as they are decided on and as a process knows them. */
final class TestInstances {

    private final TestAggregates decided = new TestAggregates(Context.INSTANCES);
    private final SecretBox box;
    private final InstantSource clock;
    private InstanceDirectory directory = new InstanceDirectory();
    private int made;

    TestInstances(SecretBox box, InstantSource clock) {
        this.box = box;
        this.clock = clock;
    }

    /** An instance of the sandbox that is connected. */
    Instance sandbox() {
        return connected(created(Instance.SANDBOX, Map.of()));
    }

    /** An instance that is connected to the Cloud API at an address. */
    Instance cloud(String url) {
        return connected(created(Instance.CLOUD_API, Map.of("base_url", url)));
    }

    /** An instance that was not connected yet. */
    Instance created(String provider, Map<String, String> config) {
        return create(blank(provider, config));
    }

    /** Creates an instance. */
    Instance create(Instance instance) {
        change(instance, new CreateInstance(instance));
        return known(instance);
    }

    /** An instance that nothing knows of yet; its secrets are their names and its number. */
    Instance blank(String provider, Map<String, String> config) {
        int number = made++;
        String id = Id.of(IdKind.INST, new UUID(5, number));
        Map<String, String> whole =
                new HashMap<>(
                        Map.of(
                                Instance.PHONE_NUMBER_ID, "10000" + number,
                                Instance.ACCOUNT_ID, "20000" + number,
                                Instance.PHONE_NUMBER, "+9991000" + number));
        whole.putAll(config);
        Map<String, String> sealed = new HashMap<>();
        for (String name :
                List.of(Instance.ACCESS_TOKEN, Instance.APP_SECRET, Instance.VERIFY_TOKEN)) {
            sealed.put(name, sealed(id, name, name + number));
        }
        Instance blank =
                Instance.blank(
                        id, TestGateway.WORKSPACE, provider, "token" + number, clock.instant());
        return Records.with(Records.with(blank, "config", whole), "secrets", sealed);
    }

    /** A secret of an instance as ciphertext. */
    String sealed(String instance, String name, String secret) {
        return box.seal(TestGateway.WORKSPACE, Instance.purpose(instance, name), secret)
                .orElseThrow();
    }

    /** The same instance, connected without the provider being asked. */
    Instance connected(Instance instance) {
        change(instance, new ConnectInstance(TestGateway.WORKSPACE));
        long epoch = known(instance).epoch();
        change(
                instance,
                new ReportInstance(TestGateway.WORKSPACE, epoch, InstanceState.CONNECTED, null));
        return known(instance);
    }

    /** An instance as it is now. */
    Instance known(Instance instance) {
        return known(instance.id());
    }

    /** The instance with an id. */
    Instance known(String id) {
        return decided.find(Instance.class, id).orElseThrow();
    }

    /** Changes an instance. */
    void change(Instance instance, Record command) {
        decided.decide(instance.id(), command, TestGateway.CALLER, clock.instant())
                .forEach(directory::apply);
    }

    /** Decides on a command as it was written. */
    void decide(byte[] command) {
        decided.decide(command, clock.instant()).forEach(directory::apply);
    }

    /** What the provider told of instances, in its order. */
    List<InstanceNotice> notices() {
        return decided.events().stream()
                .map(EventRecord::payload)
                .filter(InstanceNotice.class::isInstance)
                .map(InstanceNotice.class::cast)
                .toList();
    }

    /** The topic of the commands. */
    String commandTopic() {
        return decided.commandTopic();
    }

    /** The instance that the provider calls by a token. */
    Optional<Instance> withToken(String token) {
        return directory.all().stream().filter(each -> each.token().equals(token)).findFirst();
    }

    /** The instances as a process knows them. */
    InstanceDirectory directory() {
        return directory;
    }

    /** What another process knows, which has read their events anew. */
    InstanceDirectory reread() {
        directory = new InstanceDirectory();
        decided.events().forEach(directory::apply);
        return directory;
    }
}
