package io.postrider.webhooks.health;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.schemas.Actor;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.codec.CloudEventHeaders;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.json.Json;
import io.postrider.webhooks.health.Exhaustions.Batch;
import java.time.Instant;
import java.util.UUID;
import org.apache.kafka.streams.processor.api.Record;

/** Makes the events that report exhausted deliveries. */
final class ExhaustedEvents {

    private final EventCodec codec;

    ExhaustedEvents(SchemaIds ids) {
        this.codec = EventCodec.published(ids);
    }

    /** The last report of an endpoint. Its ID follows from its first delivery; offsets alone repeat in another cluster. */
    Record<byte[], byte[]> record(WebhookEndpoint endpoint, Exhaustions exhaustions) {
        Batch batch = exhaustions.reported();
        UUID namespace = Id.parse(IdKind.WHK, endpoint.id()).orElseThrow();
        EventHeader header =
                new EventHeader(
                        Id.of(
                                IdKind.EVT,
                                Uuids.v5(
                                        namespace,
                                        "exhausted/" + batch.offset() + "/" + batch.sinceMillis())),
                        EventPublished.EXHAUSTED,
                        Instant.ofEpochMilli(exhaustions.reportedAtMillis()),
                        endpoint.workspace(),
                        endpoint.workspace(),
                        0,
                        null,
                        null,
                        Actor.system("webhook-dispatcher"));
        String data =
                Json.object()
                        .put("webhook_id", endpoint.id())
                        .put("count", batch.count())
                        .put("since", Json.time(Instant.ofEpochMilli(batch.sinceMillis())))
                        .put("last_error", batch.error())
                        .toString();
        return new Record<>(
                endpoint.id().getBytes(US_ASCII),
                codec.encode(new EventRecord(header, new EventPublished(data))),
                exhaustions.reportedAtMillis(),
                CloudEventHeaders.of(header));
    }
}
