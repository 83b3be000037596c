package io.postrider.messaging.api;

import static java.util.Objects.requireNonNull;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.postrider.domain.instances.Instance;
import io.postrider.platform.kafka.Append;
import io.postrider.platform.meters.Histograms;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Measures how long calls of providers take to be stored, by result. */
public final class MeasuredCallbackLog implements CallbackLog {

    private final CallbackLog log;
    private final Map<Append, Timer> timers = new EnumMap<>(Append.class);

    public MeasuredCallbackLog(CallbackLog log, MeterRegistry meters) {
        this.log = log;
        for (Append result : Append.values()) {
            timers.put(
                    result,
                    Histograms.of(
                                    "postrider.callback.duration",
                                    "Time in which callbacks of providers were stored")
                            .tag("result", result.name().toLowerCase(Locale.ROOT))
                            .register(meters));
        }
    }

    @Override
    public CompletionStage<Append> append(Instance instance, byte[] body) {
        return append(instance, body, null);
    }

    @Override
    public CompletionStage<Append> append(
            Instance instance, byte[] body, @Nullable String traceparent) {
        long began = System.nanoTime();
        return log.append(instance, body, traceparent)
                .whenComplete((result, failure) ->
                        timer(failure == null ? result : Append.UNCERTAIN)
                                .record(System.nanoTime() - began, TimeUnit.NANOSECONDS));
    }

    private Timer timer(Append result) {
        return requireNonNull(timers.get(result));
    }
}
