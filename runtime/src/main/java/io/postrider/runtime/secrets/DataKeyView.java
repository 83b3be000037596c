package io.postrider.runtime.secrets;

import io.postrider.runtime.views.View;
import io.postrider.runtime.views.ViewBatch;
import io.postrider.runtime.views.ViewPage;
import io.postrider.runtime.views.ViewStore;
import io.postrider.schemas.SchemaIds;
import io.postrider.schemas.Secret;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.schemas.ValueCodec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a node's {@link DataKeys} as the log has them; a tombstone takes one out of use and off the disk. */
public final class DataKeyView implements View {

    private static final Logger LOGGER = LoggerFactory.getLogger(DataKeyView.class);
    private static final byte TABLE = 0x70;
    private static final String DATA_KEY = "data_key";

    private final DataKeys keys;
    private final ValueCodec<Secret> codec;

    public DataKeyView(DataKeys keys, SchemaIds ids) {
        this.keys = keys;
        this.codec = ValueCodec.secrets(ids);
    }

    /** Brings what the store has into use, before the log is read on. */
    public void load(ViewStore store) {
        byte[] after = null;
        ViewPage page;
        do {
            page = store.scan(new byte[] {TABLE}, after, ViewStore.LARGEST_PAGE);
            for (ViewPage.Entry entry : page.entries()) {
                use(codec.decode(entry.value()));
                after = entry.key();
            }
        } while (page.hasMore());
    }

    @Override
    public Set<Topic> topics() {
        return Set.of(Topics.SECRETS);
    }

    @Override
    public void apply(ConsumerRecord<byte[], byte[]> record, ViewBatch batch) {
        String subject = new String(record.key(), StandardCharsets.UTF_8);
        if (record.value() == null) {
            batch.delete(key(subject));
            batch.afterWrite(() -> keys.remove(subject));
            return;
        }
        Secret secret = codec.decode(record.value());
        if (secret.kind().equals(DATA_KEY)) {
            batch.put(key(subject), record.value());
            batch.afterWrite(() -> use(secret));
        }
    }

    private void use(Secret secret) {
        if (!keys.put(secret.subject(), secret.value())) {
            LOGGER.atError()
                    .addKeyValue("subject", secret.subject())
                    .log("A data key cannot be opened with this master key");
        }
    }

    private static byte[] key(String subject) {
        byte[] text = subject.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + text.length).put(TABLE).put(text).array();
    }
}
