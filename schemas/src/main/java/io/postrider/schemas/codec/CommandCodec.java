package io.postrider.schemas.codec;

import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import org.apache.avro.generic.GenericRecord;

/** Writes and reads the records of one command topic. */
public final class CommandCodec {

    private final EnvelopeCodec envelope;

    private CommandCodec(EnvelopeCodec envelope) {
        this.envelope = envelope;
    }

    /** The codec of a context's command topic. */
    public static CommandCodec of(Context context, SchemaIds ids) {
        return new CommandCodec(
                new EnvelopeCodec(
                        CommandHeader.class,
                        PayloadTypes.commands(context),
                        context.commands().subject(),
                        ids));
    }

    /** The type name of a command, for example {@code link.create}. */
    public String typeOf(Record command) {
        return envelope.typeOf(command);
    }

    /** The framed bytes of a record; the header's type must be the body's. */
    public byte[] encode(CommandRecord command) {
        return envelope.encode(command.header(), command.header().type(), command.body());
    }

    /**
     * The record of framed bytes.
     *
     * @throws UndecodableException if they are something else, or a command without its body
     */
    public CommandRecord decode(byte[] bytes) {
        GenericRecord read = envelope.decode(bytes);
        CommandHeader header = (CommandHeader) envelope.header(read);
        Record body = envelope.payload(read, header.type());
        if (body == null && !header.type().equals(CommandRecord.RESERVE)) {
            throw new UndecodableException("no command of type " + header.type(), null);
        }
        return new CommandRecord(header, body);
    }
}
