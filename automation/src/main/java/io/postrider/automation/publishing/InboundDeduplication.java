package io.postrider.automation.publishing;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.platform.kafka.Append;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.Bounds.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Publishes events with the same sender's id once within 30 days. The id of an event is derived from that id and the period of
 * 30 days, so that nodes that accept it at the same time create the same event.
 */
final class InboundDeduplication {

    static final Duration WINDOW = Duration.ofDays(30);

    private static final int RECENT_MAX = 100_000;
    private static final Duration RECENT = Duration.ofMinutes(10);

    private final Known known;

    /** The named events of the last minutes with their results, which the read models may not have yet. */
    private final Cache<String, Recent> recent =
            Caffeine.newBuilder().maximumSize(RECENT_MAX).expireAfterWrite(RECENT).build();

    InboundDeduplication(Known known) {
        this.known = known;
    }

    /** Shows how many named events are remembered. */
    void show(Bounds bounds) {
        bounds.show(Kind.CACHE, "named_events", recent::estimatedSize, RECENT_MAX);
    }

    /** Finds the event of a workspace with an id, or fails with {@link UnansweredException}. */
    @FunctionalInterface
    interface Known {
        Mono<Optional<ObjectNode>> event(String workspace, String id);
    }

    /** It cannot be found out now whether there is an event. */
    static final class UnansweredException extends RuntimeException {
        UnansweredException(@Nullable Throwable cause) {
            super("the read models do not answer", cause, false, false);
        }
    }

    /** A request with a sender's id: its body, and the mapped data. */
    record Named(Endpoint endpoint, String name, JsonNode sent, ObjectNode data) {

        private UUID namespace() {
            return Id.parse(IdKind.EP, endpoint.id()).orElseThrow();
        }

        private UUID print() {
            return Uuids.v5(namespace(), sent.toString());
        }

        /** The id in the span of a time. */
        private String id(Instant at) {
            long span = at.getEpochSecond() / WINDOW.toSeconds();
            return Id.of(IdKind.EVT, Uuids.v5(namespace(), span + "\n" + name));
        }

        /** The mapped data of the same body may differ, for example by the time. */
        private boolean isOf(ObjectNode event) {
            return endpoint.mapping() != null
                    || event.path("data").toString().equals(data.toString());
        }
    }

    /**
     * The result of the publication.
     *
     * @param repeated whether the event was there before
     * @param same whether it is as it was then
     */
    record Once(String id, boolean repeated, boolean same, Append written) {

        private Once again(boolean isSame) {
            return new Once(id, true, isSame, written);
        }
    }

    private record Recent(UUID print, CompletableFuture<Once> done) {}

    /**
     * Publishes it, unless it was published within the window. Fails with {@link UnansweredException} where that cannot be found out: the id
     * of an event of the span before is another one, so that it would be published again.
     */
    Mono<Once> once(Named named, Instant now, Function<String, Mono<Append>> write) {
        String key = named.endpoint().id() + "\n" + named.name();
        Recent mine = new Recent(named.print(), new CompletableFuture<>());
        Recent before = recent.asMap().putIfAbsent(key, mine);
        if (before != null) {
            // A rejected request is forgotten by now, and does not affect this one.
            return Mono.fromFuture(before.done(), true)
                    .flatMap(once ->
                            once.same()
                                    ? Mono.just(once.again(before.print().equals(mine.print())))
                                    : once(named, now, write));
        }
        Once uncertain = new Once(named.id(now), false, true, Append.UNCERTAIN);
        return known(named, now)
                .switchIfEmpty(
                        Mono.defer(() ->
                                write.apply(named.id(now))
                                        .map(written ->
                                                new Once(named.id(now), false, true, written))))
                .doOnNext(once -> settle(key, mine, once))
                .doOnError(_ -> settle(key, mine, uncertain))
                .doOnCancel(() -> settle(key, mine, uncertain));
    }

    /** Only published events are remembered, with their body. */
    private void settle(String key, Recent mine, Once once) {
        if (once.written() != Append.DONE || !once.same()) {
            recent.asMap().remove(key, mine);
        }
        mine.done().complete(once);
    }

    /** The event that the read models have. */
    private Mono<Once> known(Named named, Instant now) {
        return Flux.fromIterable(List.of(now, now.minus(WINDOW)))
                .map(named::id)
                .flatMapSequential(id ->
                        known.event(named.endpoint().workspace(), id).flatMap(Mono::justOrEmpty))
                .filter(event ->
                        event.path("id").asString("").equals(named.id(now)) || isWithin(event, now))
                .next()
                .map(event ->
                        new Once(
                                event.path("id").asString(""),
                                true,
                                named.isOf(event),
                                Append.DONE));
    }

    private static boolean isWithin(ObjectNode event, Instant now) {
        return Instant.parse(event.path("timestamp").asString("")).isAfter(now.minus(WINDOW));
    }
}
