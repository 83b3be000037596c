package io.postrider.decider.client;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.postrider.platform.commands.CommandGateway;
import io.postrider.platform.commands.CommandResult;
import io.postrider.platform.meters.Histograms;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Measures how long the commands of each context take, by result. */
public final class MeasuredCommandGateway implements CommandGateway {

    private static final String UNAVAILABLE = "unavailable";
    private static final String UNKNOWN = "unknown";
    private final CommandGateway gateway;
    private final MeterRegistry meters;

    public MeasuredCommandGateway(CommandGateway gateway, MeterRegistry meters) {
        this.gateway = gateway;
        this.meters = meters;
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
        return Histograms.of("postrider.command.duration", "Time from a command to its outcome")
                .tag("context", context.label())
                .tag("result", label)
                .register(meters);
    }
}
