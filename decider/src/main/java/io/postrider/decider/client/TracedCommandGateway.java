package io.postrider.decider.client;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.postrider.platform.commands.CommandGateway;
import io.postrider.platform.commands.CommandResult;
import io.postrider.platform.traces.SpanAttributes;
import io.postrider.platform.traces.TraceParent;
import io.postrider.platform.traces.Traces;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topics;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Records a span for each command of a request that has a trace, from its append to its outcome. */
public final class TracedCommandGateway implements CommandGateway {

    private final CommandGateway gateway;
    private final Traces traces;

    private TracedCommandGateway(CommandGateway gateway, Traces traces) {
        this.gateway = gateway;
        this.traces = traces;
    }

    /** The gateway itself if there are no traces. */
    public static CommandGateway of(CommandGateway gateway, Traces traces) {
        return traces.isOn() ? new TracedCommandGateway(gateway, traces) : gateway;
    }

    @Override
    public CompletionStage<CommandResult> send(Context context, CommandRecord command) {
        return gateway.send(context, command);
    }

    @Override
    public CompletionStage<CommandResult> send(
            Context context, CommandRecord command, String routedBy) {
        return gateway.send(context, command, routedBy);
    }

    @Override
    public CompletionStage<CommandResult> send(
            Context context, CommandRecord command, String routedBy, @Nullable String traceparent) {
        if (traceparent == null) {
            return gateway.send(context, command, routedBy);
        }
        String topic = Topics.commands(context).name();
        Span span = traces.begin("send " + topic, SpanKind.PRODUCER, traceparent);
        CommandHeader header = command.header();
        span.setAttribute(SpanAttributes.SYSTEM, SpanAttributes.KAFKA);
        span.setAttribute(SpanAttributes.OPERATION, "send");
        span.setAttribute(SpanAttributes.TOPIC, topic);
        span.setAttribute(SpanAttributes.MESSAGE, header.id());
        span.setAttribute(SpanAttributes.TYPE, header.type());
        span.setAttribute(SpanAttributes.WORKSPACE, header.workspace());
        return gateway.send(context, command, routedBy, TraceParent.text(span.getSpanContext()))
                .whenComplete((result, failure) -> end(span, result, failure));
    }

    private static void end(
            Span span, @Nullable CommandResult result, @Nullable Throwable failure) {
        switch (result) {
            case CommandResult.Decided(CommandOutcome outcome) ->
                    span.setAttribute(SpanAttributes.RESULT, outcome.kind());
            case CommandResult.Unavailable(String code, _) ->
                    span.setAttribute(SpanAttributes.ERROR, code);
            case CommandResult.Unknown _ -> span.setAttribute(SpanAttributes.ERROR, "unknown");
            case null -> {
                if (failure != null) {
                    Traces.fail(span, failure);
                }
            }
        }
        span.end();
    }
}
