package io.postrider.redirects;

import io.netty.util.concurrent.FastThreadLocal;
import io.postrider.redirects.spool.ClickSpool;
import io.postrider.schemas.RawClick;
import io.postrider.schemas.codec.ValueCodec;
import java.security.SecureRandom;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** Assigns a lane of the spool to every event loop, in the order of their first requests. */
final class RedirectLanes {

    private final ClickSpool spool;
    private final int count;
    private final byte[] prefix;
    private final AtomicInteger taken = new AtomicInteger();
    private final SecureRandom seeds = new SecureRandom();
    private final FastThreadLocal<RedirectLane> lanes =
            new FastThreadLocal<>() {
                @Override
                protected RedirectLane initialValue() {
                    return take();
                }
            };

    /**
     * @param count number of lanes of the spool
     */
    RedirectLanes(ClickSpool spool, int count, ValueCodec<RawClick> codec) {
        this.spool = spool;
        this.count = count;
        this.prefix = codec.prefix();
    }

    /** The lane of the event loop that calls. */
    RedirectLane current() {
        return lanes.get();
    }

    private RedirectLane take() {
        int index = taken.getAndIncrement();
        if (index >= count) {
            throw new IllegalStateException("event loops: more than " + count + ", one per lane");
        }
        return new RedirectLane(
                spool.lane(index),
                new ClickEncoder(prefix, spool.nodeId(), index),
                new RequestIds(new SplittableRandom(seeds.nextLong())));
    }
}
