package io.postrider.outbound.delivery;

import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** A channel that notes the attempts; a receiver is the name of its lane. */
final class TestChannel implements Channel<String> {

    final List<Started> started = new ArrayList<>();
    final List<String> ended = new ArrayList<>();
    final List<String> abandoned = new ArrayList<>();
    final List<String> discarded = new ArrayList<>();
    Backlog backlog = Backlog.UNBOUNDED;
    boolean repeats = true;

    /** Thrown where an outcome is told, unless it is null. */
    @Nullable RuntimeException failure;

    /** The delivery on which an attempt throws. */
    String broken = "";

    long failingSince;
    int perSecond = UNLIMITED;
    boolean ordered;
    String aside = "";
    LongUnaryOperator turn = nowMillis -> nowMillis;
    private final Map<String, Boolean> lanes = new HashMap<>();

    /** An attempt that was started. */
    record Started(Delivery delivery, int number) {}

    /** The name of an existing lane. */
    String lane(int n, boolean open) {
        lanes.put(Samples.lane(n), open);
        return Samples.lane(n);
    }

    void clear() {
        lanes.clear();
    }

    List<String> startedIds() {
        return started.stream().map(each -> each.delivery().id() + "#" + each.number()).toList();
    }

    @Override
    public Optional<String> receiver(String lane) {
        return Optional.of(lane).filter(lanes::containsKey);
    }

    @Override
    public boolean isOpen(String receiver) {
        return lanes.getOrDefault(receiver, false);
    }

    @Override
    public long failingSince(String receiver) {
        return failingSince;
    }

    @Override
    public int perSecond(String receiver) {
        return perSecond;
    }

    @Override
    public boolean isOrdered(String receiver) {
        return ordered;
    }

    @Override
    public Optional<String> orderKey(Delivery delivery, String receiver) {
        return Optional.of(delivery.key() == null ? ONE_KEY : delivery.key()).filter(_ -> ordered);
    }

    @Override
    public long turn(Delivery delivery, String receiver, long nowMillis) {
        return turn.applyAsLong(nowMillis);
    }

    @Override
    public boolean isAside(String lane) {
        return lane.equals(aside);
    }

    @Override
    public void attempt(Delivery delivery, String receiver, int number) {
        if (delivery.id().equals(broken)) {
            throw new IllegalStateException(broken);
        }
        started.add(new Started(delivery, number));
    }

    @Override
    public boolean repeats() {
        return repeats;
    }

    @Override
    public void abandon(Delivery delivery, int number) {
        abandoned.add(delivery.id() + "#" + number);
    }

    @Override
    public Backlog backlog() {
        return backlog;
    }

    @Override
    public void discard(Delivery delivery, int number, String reason) {
        discarded.add(delivery.id() + " " + reason);
    }

    @Override
    public void ended(Attempt attempt) {
        if (failure != null) {
            throw failure;
        }
        ended.add(attempt.delivery() + " " + attempt.outcome());
    }
}
