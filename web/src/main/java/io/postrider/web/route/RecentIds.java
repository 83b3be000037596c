package io.postrider.web.route;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.postrider.domain.kernel.Id;
import io.postrider.platform.meters.Bounds;
import io.postrider.web.body.Payload;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Problem.Fault.OfField;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import reactor.core.publisher.Mono;

/**
 * Finds resources that another node has just created: if a request names an id that is seconds old and this node does not know
 * it, the node first applies everything that the log had at that time, and then handles the request again. An id contains its
 * time of creation, so requests with older ids never wait.
 */
public final class RecentIds {

    /** A node that is further behind than this is not waited for. */
    private static final Duration RECENT = Duration.ofSeconds(30);

    private static final Duration WAIT_MAX = Duration.ofSeconds(10);

    /** Requests beyond this number are answered without a wait. */
    private static final int WAITING_MAX = 1_000;

    /** An id is at the beginning of a body, if at all. */
    private static final int SEARCHED_MAX = 16_384;

    private static final Pattern ID = Pattern.compile("[a-z]{2,8}_[0-9a-z]{26}");

    private final LogEnd log;
    private final InstantSource clock;
    private final Semaphore waiting = new Semaphore(WAITING_MAX);

    public RecentIds(LogEnd log, InstantSource clock) {
        this.log = log;
        this.clock = clock;
    }

    /** Shows how many requests wait. */
    void show(Bounds bounds) {
        bounds.show(
                "requests_waiting_for_ids",
                () -> WAITING_MAX - waiting.availablePermits(),
                WAITING_MAX);
    }

    /**
     * Whether the path or the body of a request names a recent id. Asked before the work: a later search would keep the body
     * of a request that waits for its decision.
     */
    boolean isIn(ApiCall call, Payload payload) {
        Instant now = clock.instant();
        return Stream.concat(call.variables().values().stream(), named(payload.bytes()))
                .flatMap(id -> Id.madeAt(id).stream())
                .anyMatch(
                        made -> made.isAfter(now.minus(RECENT)) && made.isBefore(now.plus(RECENT)));
    }

    private static Stream<String> named(byte[] body) {
        int searched = Math.min(body.length, SEARCHED_MAX);
        return searched == 0
                ? Stream.empty()
                : ID.matcher(new String(body, 0, searched, ISO_8859_1))
                        .results()
                        .map(found -> found.group());
    }

    /** The response of repeatable work; repeats it if a resource was unknown. */
    Mono<ApiResponse> answer(Supplier<Mono<ApiResponse>> work) {
        return work.get()
                .flatMap(answer ->
                        isUnknown(answer) && waiting.tryAcquire()
                                ? log.reached(WAIT_MAX)
                                        .doFinally(_ -> waiting.release())
                                        .flatMap(
                                                reached -> reached ? work.get() : Mono.just(answer))
                                : Mono.just(answer));
    }

    private static boolean isUnknown(ApiResponse answer) {
        return answer instanceof Problem problem
                && (problem.status() == 404
                        || problem.errors().stream()
                                .anyMatch(fault ->
                                        fault instanceof OfField(var error)
                                                && error.code().startsWith("unknown_")));
    }
}
