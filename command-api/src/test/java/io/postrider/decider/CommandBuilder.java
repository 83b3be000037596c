package io.postrider.decider;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.schemas.Actor;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.Idempotency;
import io.postrider.schemas.codec.CommandCodec;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A command in the making, with an id of its own. */
record CommandBuilder(
        Context context,
        String aggregate,
        @Nullable Record body,
        int number,
        Instant time,
        Instant appended,
        @Nullable Long expectedVersion,
        @Nullable Idempotency idempotency,
        @Nullable String replyTo) {

    static CommandBuilder of(int number, Context context, String aggregate, @Nullable Record body) {
        return new CommandBuilder(
                context, aggregate, body, number, Samples.NOW, Samples.NOW, null, null, null);
    }

    /** The same at another time, which is also that of its append. */
    CommandBuilder at(Instant at) {
        return at(at, at);
    }

    /** The same from a node whose clock differs from that of the log. */
    CommandBuilder at(Instant at, Instant appended) {
        return new CommandBuilder(
                context,
                aggregate,
                body,
                number,
                at,
                appended,
                expectedVersion,
                idempotency,
                replyTo);
    }

    CommandBuilder expecting(long version) {
        return new CommandBuilder(
                context, aggregate, body, number, time, appended, version, idempotency, replyTo);
    }

    CommandBuilder once(String scope, String requestHash) {
        return new CommandBuilder(
                context,
                aggregate,
                body,
                number,
                time,
                appended,
                expectedVersion,
                new Idempotency(scope, requestHash),
                replyTo);
    }

    CommandBuilder answeredAt(String node) {
        return new CommandBuilder(
                context,
                aggregate,
                body,
                number,
                time,
                appended,
                expectedVersion,
                idempotency,
                node);
    }

    String commandId() {
        return Id.of(IdKind.CMD, Uuids.v7(1_000, (short) 7, number * 1_000L));
    }

    /** The id that the n-th event must have. */
    String eventId(int n) {
        return Id.of(IdKind.EVT, Uuids.v7(1_000, (short) 7, number * 1_000L + n));
    }

    CommandRecord record() {
        CommandCodec codec = DeciderHarness.commandCodec(context);
        String type = body == null ? CommandRecord.RESERVE : codec.typeOf(body);
        return new CommandRecord(
                new CommandHeader(
                        commandId(),
                        type,
                        time,
                        Samples.WORKSPACE,
                        aggregate,
                        Actor.key("key_1"),
                        "req_1",
                        expectedVersion,
                        idempotency,
                        replyTo),
                body);
    }

    byte[] framed() {
        return DeciderHarness.commandCodec(context).encode(record());
    }
}
