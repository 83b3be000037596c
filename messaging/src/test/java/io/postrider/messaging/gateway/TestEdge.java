package io.postrider.messaging.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.domain.instances.Instance;
import io.postrider.platform.secrets.HubSignature;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.schemas.Callback;
import io.postrider.schemas.json.InstanceJson;
import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;

/** The hook of the edge on loopback: keeps each call of a known instance that one of its two app secrets has signed. */
final class TestEdge implements AutoCloseable {

    private final Secrets secrets;
    private final SecretBox box;
    private final Function<String, Optional<Instance>> instances;
    private final InstantSource clock;
    private final RecordingReceiver receiver = RecordingReceiver.start();
    private final ConcurrentLinkedQueue<Callback> taken = new ConcurrentLinkedQueue<>();
    private final AtomicInteger arrived = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger down = new AtomicInteger();

    /** @param instances by their tokens */
    TestEdge(SecretBox box, Function<String, Optional<Instance>> instances, InstantSource clock) {
        this.secrets = new Secrets(box);
        this.box = box;
        this.instances = instances;
        this.clock = clock;
        receiver.answerBy(this::answer);
    }

    private StubResponse answer(ReceivedRequest request) {
        StubResponse answer = StubResponse.status(down.get() > 0 ? 503 : take(request));
        down.updateAndGet(times -> Math.max(0, times - 1));
        arrived.incrementAndGet();
        return answer;
    }

    private int take(ReceivedRequest request) {
        String token = request.target().substring(InstanceJson.HOOKS.length());
        Optional<Instance> instance = instances.apply(token);
        String signature = request.header(HubSignature.HEADER).orElse("");
        boolean signed =
                instance.stream()
                        .flatMap(this::appSecrets)
                        .anyMatch(secret ->
                                HubSignature.of(secret, request.body()).equals(signature));
        if (!signed) {
            refused.incrementAndGet();
            return 403;
        }
        taken.add(call(instance.orElseThrow(), request.text()));
        return 200;
    }

    private Stream<String> appSecrets(Instance instance) {
        return Stream.concat(
                secrets.of(instance, Instance.APP_SECRET).stream(),
                secrets.formerAppSecret(instance).stream());
    }

    /** A call as the edge keeps it. */
    Callback call(Instance instance, String body) {
        String sealed =
                box.seal(instance.workspace(), Callback.purpose(instance.id()), body).orElseThrow();
        return new Callback(instance.workspace(), instance.id(), clock.instant(), sealed, null);
    }

    /** Answers the next calls with 503. */
    void fail(int times) {
        down.set(times);
    }

    /** The calls that were kept since this was last asked for. */
    List<Callback> taken() {
        List<Callback> all = new ArrayList<>();
        for (Callback next = taken.poll(); next != null; next = taken.poll()) {
            all.add(next);
        }
        return all;
    }

    /** How many calls have come. */
    int arrived() {
        return arrived.get();
    }

    /** How many calls were not signed. */
    int refused() {
        return refused.get();
    }

    /** The bodies of all calls, in their order. */
    List<String> bodies() {
        return receiver.requests().stream()
                .map(request -> new String(request.body(), UTF_8))
                .toList();
    }

    /** The address without a slash at the end. */
    String url() {
        return receiver.url("");
    }

    @Override
    public void close() {
        receiver.close();
    }
}
