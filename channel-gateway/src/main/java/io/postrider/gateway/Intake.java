package io.postrider.gateway;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.messages.Direction;
import io.postrider.domain.messages.Message;
import io.postrider.domain.messages.MessageCommand.ReceiveMessage;
import io.postrider.domain.messages.MessageCommand.RecordReceipt;
import io.postrider.domain.messages.MessageStatus;
import io.postrider.gateway.CallbackParser.News;
import io.postrider.schemas.Callback;
import io.postrider.schemas.SchemaIds;
import io.postrider.schemas.ValueCodec;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns calls of providers into commands to messages. A call that is read twice gives the same ids, and the decider takes a
 * receipt or a message once.
 */
final class Intake extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

    private static final Logger LOGGER = LoggerFactory.getLogger(Intake.class);

    private final ValueCodec<Callback> calls;
    private final Secrets secrets;
    private final Commands commands;

    Intake(SchemaIds ids, Secrets secrets, Commands commands) {
        this.calls = ValueCodec.callbacks(ids);
        this.secrets = secrets;
        this.commands = commands;
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Callback call = calls.decode(record.value());
        Optional<String> body = secrets.body(call);
        if (body.isEmpty()) {
            LOGGER.atWarn()
                    .addKeyValue("instance", call.instance())
                    .log("A call cannot be opened: the key of its workspace is gone");
            return;
        }
        for (News news : CallbackParser.parse(body.get())) {
            switch (news) {
                case News.Status status -> status(call, status);
                case News.Inbound inbound -> inbound(call, inbound);
            }
        }
    }

    /** A status without the id of its message is of one that was not sent from here. */
    private void status(Callback call, News.Status status) {
        String message = status.message();
        if (message != null && Id.isA(IdKind.MSG, message)) {
            context()
                    .forward(
                            commands.record(
                                    call.workspace(),
                                    message,
                                    new RecordReceipt(
                                            call.workspace(),
                                            status.receipt(),
                                            status.providerId())));
        }
    }

    private void inbound(Callback call, News.Inbound inbound) {
        String id = Message.receivedId(call.instance(), inbound.providerId());
        secrets.sealed(call.workspace(), id, inbound.content())
                .map(sealed -> message(call, inbound, id, sealed))
                .ifPresent(message ->
                        context()
                                .forward(
                                        commands.record(
                                                call.workspace(),
                                                id,
                                                new ReceiveMessage(message))));
    }

    private static Message message(Callback call, News.Inbound inbound, String id, String sealed) {
        Instant at = call.receivedAt();
        return new Message(
                id,
                call.workspace(),
                call.instance(),
                Direction.INBOUND,
                inbound.type(),
                null,
                sealed,
                MessageStatus.RECEIVED,
                inbound.providerId(),
                List.of(),
                null,
                null,
                null,
                Map.of(),
                at,
                at);
    }
}
