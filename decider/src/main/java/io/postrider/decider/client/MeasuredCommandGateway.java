package io.postrider.decider.client;

import static java.util.Objects.requireNonNull;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.postrider.platform.commands.CommandGateway;
import io.postrider.platform.commands.CommandResult;
import io.postrider.platform.meters.Histograms;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Measures how long the commands of each context take, by result. */
public final class MeasuredCommandGateway implements CommandGateway {

    private static final String UNAVAILABLE = "unavailable";
    private static final String UNKNOWN = "unknown";
    private static final List<String> RESULTS =
            List.of(
                    CommandOutcome.ACCEPTED,
                    CommandOutcome.UNCHANGED,
                    CommandOutcome.REJECTED,
                    CommandOutcome.RESERVED,
                    CommandOutcome.KEY_REUSED,
                    UNAVAILABLE,
                    UNKNOWN);

    private final CommandGateway gateway;
    private final Map<Context, Map<String, Timer>> timers = new EnumMap<>(Context.class);

    public MeasuredCommandGateway(CommandGateway gateway, MeterRegistry meters) {
        this.gateway = gateway;
        for (Context context : Context.values()) {
            Map<String, Timer> ofContext = new HashMap<>();
            for (String result : RESULTS) {
                ofContext.put(
                        result,
                        Histograms.of(
                                        "postrider.command.duration",
                                        "Time from a command to its outcome")
                                .tag("context", context.label())
                                .tag("result", result)
                                .register(meters));
            }
            timers.put(context, ofContext);
        }
    }

    @Override
    public CompletionStage<CommandResult> send(Context context, CommandRecord command) {
        return measured(context, System.nanoTime(), gateway.send(context, command));
    }

    @Override
    public CompletionStage<CommandResult> send(
            Context context, CommandRecord command, String routedBy) {
        return measured(context, System.nanoTime(), gateway.send(context, command, routedBy));
    }

    @Override
    public CompletionStage<CommandResult> send(
            Context context, CommandRecord command, String routedBy, @Nullable String traceparent) {
        return measured(
                context, System.nanoTime(), gateway.send(context, command, routedBy, traceparent));
    }

    private CompletionStage<CommandResult> measured(
            Context context, long began, CompletionStage<CommandResult> sent) {
        return sent.whenComplete((result, _) ->
                timer(context, result).record(System.nanoTime() - began, TimeUnit.NANOSECONDS));
    }

    private Timer timer(Context context, @Nullable CommandResult result) {
        String label =
                switch (result) {
                    case CommandResult.Decided(CommandOutcome outcome) -> outcome.kind();
                    case CommandResult.Unavailable _ -> UNAVAILABLE;
                    case null, default -> UNKNOWN;
                };
        return requireNonNull(requireNonNull(timers.get(context)).get(label), label);
    }
}
