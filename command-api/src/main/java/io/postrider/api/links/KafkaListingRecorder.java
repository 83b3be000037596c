package io.postrider.api.links;

import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.kafka.BestEffortPublisher;
import io.postrider.platform.offsets.Partitions;
import io.postrider.schemas.Actor;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.LinkListed;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.CloudEventHeaders;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.web.resource.IdGenerator;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Records listings in the log beside the decider: a listing changes no aggregate, so no decision is needed. */
public final class KafkaListingRecorder implements ListingRecorder {

    private static final String TYPE = "link.listed";

    private final BestEffortPublisher records;
    private final Partitions partitions;
    private final EventCodec codec;
    private final IdGenerator mint;

    public KafkaListingRecorder(
            BestEffortPublisher records, Partitions partitions, SchemaIds ids, IdGenerator mint) {
        this.records = records;
        this.partitions = partitions;
        this.codec = EventCodec.listings(ids);
        this.mint = mint;
    }

    @Override
    public void record(String workspace, Actor actor, String requestId, LinkListed listed) {
        EventHeader header =
                new EventHeader(
                        mint.freshId(IdKind.EVT),
                        TYPE,
                        mint.now(),
                        workspace,
                        workspace,
                        0,
                        null,
                        requestId,
                        actor);
        records.write(() -> record(new EventRecord(header, listed)));
    }

    private ProducerRecord<byte[], byte[]> record(EventRecord event) {
        EventHeader header = event.header();
        return new ProducerRecord<>(
                Topics.LISTINGS.name(),
                partitions.of(header.aggregate()),
                header.time().toEpochMilli(),
                header.aggregate().getBytes(StandardCharsets.UTF_8),
                codec.encode(event),
                CloudEventHeaders.of(header));
    }
}
