package io.postrider.api;

import io.postrider.decider.ProcessorHarness;
import io.postrider.platform.commands.CommandGateway;
import io.postrider.platform.commands.CommandResult;
import io.postrider.platform.offsets.Partitions;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The log in memory, with the real decider on every partition. */
public final class FakeLog implements CommandGateway {

    private static final int PARTITIONS = 4;

    private final Partitions partitions = new Partitions(PARTITIONS);
    private final Map<Integer, ProcessorHarness> deciders = new HashMap<>();
    private final List<EventRecord> events = new ArrayList<>();
    private final List<CommandRecord> commands = new ArrayList<>();
    private @Nullable CommandResult instead;
    private @Nullable CompletableFuture<Void> hold;
    private final Map<String, CompletableFuture<Void>> delays = new HashMap<>();
    private final Map<String, CommandResult> refusals = new HashMap<>();
    private final Map<String, CommandResult> lost = new HashMap<>();

    /** Everything that has happened, oldest first. */
    public synchronized List<EventRecord> events() {
        return List.copyOf(events);
    }

    /** Has events happen that no command led to. */
    public synchronized void happen(List<EventRecord> more) {
        events.addAll(more);
    }

    /** Everything that was sent, oldest first. */
    public synchronized List<CommandRecord> commands() {
        return List.copyOf(commands);
    }

    /** Settles every command in this way from now on, without deciding it; null decides again. */
    public synchronized void settleInstead(@Nullable CommandResult settled) {
        instead = settled;
    }

    /** Answers no command from now on until the future completes. */
    public synchronized void holdUntil(CompletableFuture<Void> release) {
        hold = release;
    }

    /** Decides commands of a type that come from now on only after the future has completed; null decides at once. */
    public synchronized void decideAfter(String type, @Nullable CompletableFuture<Void> until) {
        if (until == null) {
            delays.remove(type);
        } else {
            delays.put(type, until);
        }
    }

    /** Settles every command of a type in this way from now on, without deciding it; null decides again. */
    public synchronized void settleInstead(String type, @Nullable CommandResult settled) {
        if (settled == null) {
            refusals.remove(type);
        } else {
            refusals.put(type, settled);
        }
    }

    /** Decides every command of a type from now on, and settles it in this way instead; null settles as decided. */
    public synchronized void settleAs(String type, @Nullable CommandResult settled) {
        if (settled == null) {
            lost.remove(type);
        } else {
            lost.put(type, settled);
        }
    }

    @Override
    public CompletionStage<CommandResult> send(Context context, CommandRecord command) {
        return send(context, command, command.header().aggregate());
    }

    @Override
    public synchronized CompletionStage<CommandResult> send(
            Context context, CommandRecord command, String routedBy) {
        commands.add(command);
        if (instead != null) {
            return CompletableFuture.completedStage(instead);
        }
        CommandResult refusal = refusals.get(command.header().type());
        if (refusal != null) {
            return CompletableFuture.completedStage(refusal);
        }
        CompletableFuture<Void> delay = delays.get(command.header().type());
        return delay == null
                ? decided(context, command, routedBy)
                : delay.thenCompose(_ -> decided(context, command, routedBy));
    }

    private synchronized CompletionStage<CommandResult> decided(
            Context context, CommandRecord command, String routedBy) {
        ProcessorHarness.Decided decided =
                deciders.computeIfAbsent(partitions.of(routedBy), at -> new ProcessorHarness(at))
                        .decide(context, command);
        events.addAll(decided.events());
        CommandResult settled =
                lost.getOrDefault(
                        command.header().type(), new CommandResult.Decided(decided.outcome()));
        return hold == null
                ? CompletableFuture.completedStage(settled)
                : hold.thenApply(done -> settled);
    }
}
