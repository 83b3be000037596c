package io.postrider.platform.views;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * A moment on two clocks. Between two moments lies the longer of the two times: the monotonic clock stands still while a
 * machine sleeps, and the wall clock can be set back; neither may make something old look new.
 */
record ClockReading(long nanos, Instant wall) {

    Duration until(ClockReading later) {
        Duration monotonic = Duration.ofNanos(later.nanos - nanos);
        Duration byWall = Duration.between(wall, later.wall);
        return monotonic.compareTo(byWall) >= 0 ? monotonic : byWall;
    }

    /** The source of clock readings. */
    record Clocks(LongSupplier nanos, InstantSource wall) {

        static final Clocks SYSTEM = new Clocks(System::nanoTime, InstantSource.system());

        ClockReading now() {
            return new ClockReading(nanos.getAsLong(), wall.instant());
        }
    }
}
