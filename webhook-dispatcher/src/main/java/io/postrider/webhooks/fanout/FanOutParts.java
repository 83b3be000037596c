package io.postrider.webhooks.fanout;

import io.postrider.platform.evaluations.EvaluationPool;
import io.postrider.platform.evaluations.Evaluations;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.Bounds.Kind;
import io.postrider.platform.meters.FullestPart;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.streams.GuardedProcessor;
import io.postrider.platform.streams.Polls;
import io.postrider.platform.streams.Retries;
import io.postrider.platform.streams.RoutedSink;
import io.postrider.platform.views.commands.ChangeBarrier;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topics;
import io.postrider.schemas.catalogue.EventJson;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.webhooks.endpoints.Endpoints;
import java.time.InstantSource;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.Topology;

/** Puts the fan-out of events together and into a topology. */
public final class FanOutParts {

    /** The name of the processor. */
    public static final String PROCESSOR = "fan-out";

    static final String DELIVERIES = "deliveries";

    /** Events of a webhook that wait for a change of its filter or transform. */
    private static final int HELD_MAX = 1_000;

    private FanOutParts() {}

    /** Adds the fan-out to a topology with {@link Retries} for it. */
    public static void addTo(
            Topology topology,
            Endpoints endpoints,
            ChangeBarrier barrier,
            EventJson json,
            Partitions partitions,
            EvaluationPool pool,
            SchemaIds ids,
            InstantSource clock,
            Bounds bounds) {
        addTo(topology, endpoints, barrier, json, partitions, pool, HELD_MAX, ids, clock, bounds);
    }

    static void addTo(
            Topology topology,
            Endpoints endpoints,
            ChangeBarrier barrier,
            EventJson json,
            Partitions partitions,
            EvaluationPool pool,
            int heldMax,
            SchemaIds ids,
            InstantSource clock,
            Bounds bounds) {
        FanOut fanOut = new FanOut(endpoints, json, clock);
        fanOut.show(bounds);
        FullestPart held = bounds.showFullest(Kind.TENANT, "held_events_of_a_webhook", heldMax);
        String[] facts =
                Stream.concat(
                                Context.ofWorkspaces().stream()
                                        .map(context -> context.events().name()),
                                Stream.of(
                                        Topics.CLICKS.name(),
                                        Topics.LISTINGS.name(),
                                        Topics.PUBLISHED.name()))
                        .toArray(String[]::new);
        topology.addSource(
                "facts", new ByteArrayDeserializer(), new ByteArrayDeserializer(), facts);
        GuardedProcessor.addTo(
                topology,
                PROCESSOR,
                () -> new FanOutProcessor(fanOut, barrier, Polls::count, pool, heldMax, held, ids),
                "facts",
                Retries.NAME);
        topology.addStateStore(Evaluations.store(PROCESSOR), PROCESSOR);
        topology.addStateStore(HeldEvents.store(), PROCESSOR);
        RoutedSink.addTo(topology, DELIVERIES, Topics.DELIVERIES.name(), partitions, PROCESSOR);
    }
}
