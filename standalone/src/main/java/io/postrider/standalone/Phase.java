package io.postrider.standalone;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * A step of the start, which begins when every bean exists, and of the stop, which ends before any bean is closed. The server of
 * Spring Boot has the phase {@code DEFAULT_PHASE - 2048}.
 */
final class Phase implements SmartLifecycle {

    static final int ENGINES = 100;
    static final int MANAGEMENT = 200;
    static final int WARM_UP = 300;

    /** Behind the server, because replays begin with it. */
    static final int REPLAYS = DEFAULT_PHASE - 1;

    /** Last, because the internal server reports readiness to the operator. */
    static final int INTERNAL = DEFAULT_PHASE;

    private final int phase;
    private final Supplier<Runnable> step;
    private volatile @Nullable Runnable ending;

    /** @param step starts a part, and returns what stops it in the same phase */
    Phase(int phase, Supplier<Runnable> step) {
        this.phase = phase;
        this.step = step;
    }

    /** A step with nothing to stop. */
    static Phase of(int phase, Runnable step) {
        return new Phase(
                phase,
                () -> {
                    step.run();
                    return () -> {};
                });
    }

    @Override
    public int getPhase() {
        return phase;
    }

    @Override
    public void start() {
        ending = step.get();
    }

    @Override
    public void stop() {
        Runnable end = ending;
        ending = null;
        if (end != null) {
            end.run();
        }
    }

    @Override
    public boolean isRunning() {
        return ending != null;
    }
}
