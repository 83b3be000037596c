package io.postrider.outbound.http;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;

/** One call's use of a connection, which other calls may have used before. */
final class ConnectionUse {

    private static final AttributeKey<ConnectionUse> KEY =
            AttributeKey.valueOf(ConnectionUse.class, "use");

    private final IntConsumer interim;
    private volatile boolean reused;
    private volatile boolean answered;

    /** @param interim hears the status of every 1xx answer */
    ConnectionUse(IntConsumer interim) {
        this.interim = interim;
    }

    /** The call has got a connection. */
    void begin(Channel channel) {
        reused = channel.attr(KEY).getAndSet(this) != null;
    }

    /** The head of an answer, a 1xx one included, has come on a connection. */
    static void hear(Channel channel, int status, boolean isInterim) {
        ConnectionUse use = channel.attr(KEY).get();
        if (use != null) {
            use.answered = true;
            if (isInterim) {
                use.interim.accept(status);
            }
        }
    }

    /** Whether a connection was closed that was kept from a former call, before anything of an answer came. */
    boolean isStale(Throwable failure) {
        return reused && !answered && !(failure instanceof TimeoutException);
    }
}
