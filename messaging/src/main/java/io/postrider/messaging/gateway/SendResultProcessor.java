package io.postrider.messaging.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.postrider.domain.messages.MessageCommand.RecordReceipt;
import io.postrider.messaging.gateway.ProviderIds.Named;
import io.postrider.platform.offsets.SystemCommands;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import io.postrider.schemas.json.Json;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Turns outcomes of attempts into commands to their messages. */
final class SendResultProcessor extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

    private final ValueCodec<Attempt> attempts;
    private final ValueCodec<Delivery> sends;
    private final Secrets secrets;
    private final Contacts contacts;
    private final SystemCommands commands;
    private final SystemCommands instances;
    private @Nullable GroupIds groups;
    private @Nullable ProviderIds sent;
    private @Nullable EarlyStatuses early;

    /** @param instances makes the commands of instances */
    SendResultProcessor(
            SchemaIds ids,
            Secrets secrets,
            Contacts contacts,
            SystemCommands commands,
            SystemCommands instances) {
        this.attempts = ValueCodec.attempts(Topics.SEND_ATTEMPTS, ids);
        this.sends = ValueCodec.deliveries(Topics.SENDS, ids);
        this.secrets = secrets;
        this.contacts = contacts;
        this.commands = commands;
        this.instances = instances;
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        super.init(context);
        groups = GroupIds.of(context, secrets);
        sent = ProviderIds.of(context);
        early = EarlyStatuses.of(context);
    }

    private GroupIds groupIds() {
        return Objects.requireNonNull(groups);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        boolean isAttempt =
                context()
                        .recordMetadata()
                        .orElseThrow()
                        .topic()
                        .equals(Topics.SEND_ATTEMPTS.name());
        if (isAttempt) {
            report(attempts.decode(record.value()));
        }
    }

    private void report(Attempt attempt) {
        ProviderCall work = ProviderCall.named(attempt.delivery());
        JsonNode told = Json.mapper().readTree(String.valueOf(attempt.responseBody()));
        SendAttempts.pause(attempt, told)
                .ifPresent(report ->
                        context()
                                .forward(
                                        instances.record(
                                                attempt.workspace(),
                                                MediaTransfer.instance(attempt.endpoint()),
                                                report),
                                        GatewayTopology.INSTANCE_COMMANDS));
        groupIds().begin();
        command(work, attempt, told)
                .ifPresent(command ->
                        context()
                                .forward(
                                        commands.record(
                                                attempt.workspace(), work.resource(), command),
                                        GatewayTopology.COMMANDS));
        groupIds().write();
        learn(work, attempt, told);
        if (work.op().equals(Templates.IMPORT) && attempt.outcome().equals(Attempt.DELIVERED)) {
            imported(attempt, told);
        }
        if (work.op().equals(ProviderCall.SEND) && attempt.outcome().equals(Attempt.DELIVERED)) {
            ProviderIds ids = Objects.requireNonNull(sent);
            ids.begin();
            ids.put(
                    attempt.endpoint(),
                    told.path(SendAttempts.PROVIDER_ID).asString(""),
                    new Named(work.resource(), Optional.empty()),
                    attempt.at());
            ids.write();
            early(attempt, work.resource(), told.path(SendAttempts.PROVIDER_ID).asString(""));
        }
    }

    /** Records the statuses that came before the attempt was read. */
    private void early(Attempt attempt, String message, String providerId) {
        for (JsonNode status :
                Objects.requireNonNull(early).take(attempt.endpoint(), providerId, attempt.at())) {
            CallbackParser.receipt(status)
                    .ifPresent(receipt ->
                            context()
                                    .forward(
                                            commands.record(
                                                    attempt.workspace(),
                                                    message,
                                                    new RecordReceipt(
                                                            attempt.workspace(),
                                                            receipt,
                                                            providerId)),
                                            GatewayTopology.COMMANDS));
        }
    }

    private void imported(Attempt attempt, JsonNode told) {
        Templates.listed(attempt, told)
                .forEach(listed ->
                        context()
                                .forward(
                                        commands.record(
                                                attempt.workspace(),
                                                listed.template().id(),
                                                listed),
                                        GatewayTopology.COMMANDS));
        Templates.next(attempt, told)
                .ifPresent(next ->
                        context()
                                .forward(
                                        new Record<>(
                                                attempt.endpoint().getBytes(US_ASCII),
                                                sends.encode(next),
                                                attempt.at().toEpochMilli()),
                                        GatewayTopology.SENDS));
    }

    /** Gives the contact of a message the addresses that the provider answered with. */
    private void learn(ProviderCall work, Attempt attempt, JsonNode told) {
        String workspace = attempt.workspace();
        told.path(SendAttempts.RECIPIENT)
                .asStringOpt()
                .flatMap(sealed ->
                        secrets.text(workspace, SendAttempts.recipient(work.resource()), sealed))
                .map(text -> Json.mapper().readTree(text))
                .flatMap(person ->
                        contacts.of(
                                workspace,
                                List.of(person),
                                person.path("contact_id").asString(""),
                                attempt.at()))
                .ifPresent(party ->
                        party.commands()
                                .forEach((contact, command) ->
                                        context()
                                                .forward(
                                                        commands.record(
                                                                workspace,
                                                                contact,
                                                                (java.lang.Record) command),
                                                        GatewayTopology.COMMANDS)));
    }

    private Optional<? extends java.lang.Record> command(
            ProviderCall work, Attempt attempt, JsonNode told) {
        if (Groups.isRequested(work, attempt)) {
            return groupIds()
                    .requested(
                            attempt.workspace(),
                            attempt.endpoint(),
                            told.path(Groups.REQUEST_ID).asString(""),
                            work.resource())
                    .map(news ->
                            (java.lang.Record)
                                    Groups.recorded(
                                            attempt.workspace(), work.resource(), news, secrets));
        }
        if (work.op().startsWith(Groups.PREFIX)) {
            return Groups.recorded(work, attempt, told, secrets).map(java.lang.Record.class::cast);
        }
        return switch (work.op()) {
            case ProviderCall.SEND ->
                    SendAttempts.told(attempt, told)
                            .map(end ->
                                    new RecordReceipt(
                                            attempt.workspace(), end.receipt(), end.providerId()));
            case Templates.CREATE -> Templates.recorded(attempt, told);
            case MediaTransfer.FETCH -> MediaRecords.recorded(work, attempt, told);
            default -> Optional.empty();
        };
    }
}
