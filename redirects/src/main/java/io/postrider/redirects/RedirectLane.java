package io.postrider.redirects;

import io.netty.util.AsciiString;
import io.postrider.redirects.spool.SpoolLane;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The state that one event loop, and no other thread, needs to answer redirects. */
final class RedirectLane {

    private static final long SECOND_MILLIS = 1_000;
    private static final DateTimeFormatter HTTP_DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC);

    private final SpoolLane spool;
    private final ClickEncoder encoder;
    private final RequestIds requestIds;
    private long dateSecond = -1;
    private AsciiString date = AsciiString.EMPTY_STRING;

    RedirectLane(SpoolLane spool, ClickEncoder encoder, RequestIds requestIds) {
        this.spool = spool;
        this.encoder = encoder;
        this.requestIds = requestIds;
    }

    /**
     * Stores a click on disk; false if there is no room, and then nothing is stored.
     *
     * @param link encoded part that all clicks on a link share
     */
    boolean record(byte[] link, RedirectRequest visit) {
        AvroBuffer click = encoder.encode(spool.nextSequence(), link, visit);
        return spool.append(click.array(), 0, click.length());
    }

    /** Whether there is room for the next click. */
    boolean hasRoom() {
        return spool.hasRoom();
    }

    String nextRequestId(long now) {
        return requestIds.next(now);
    }

    /** The value of the Date header, made once a second. */
    AsciiString date(long now) {
        long second = now / SECOND_MILLIS;
        if (second != dateSecond) {
            dateSecond = second;
            date = new AsciiString(HTTP_DATE.format(Instant.ofEpochMilli(now)));
        }
        return date;
    }
}
