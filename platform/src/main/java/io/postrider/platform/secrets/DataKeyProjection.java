package io.postrider.platform.secrets;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.streams.IsolatedRound;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionPage;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.schemas.Secret;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a node's {@link DataKeys} as the log has them. Each minted data key has a record key of its own, so compaction keeps
 * all of a subject and their order. A tombstone takes one out of use and off the disk.
 */
public final class DataKeyProjection implements Projection {

    private static final Logger LOGGER = LoggerFactory.getLogger(DataKeyProjection.class);
    private static final byte TABLE = 0x70;

    /** The kind of secret that a data key is. */
    static final String DATA_KEY = "data_key";

    private final DataKeys keys;
    private final ValueCodec<Secret> codec;
    private final Predicate<String> subjects;

    /** The data keys of all subjects. */
    public DataKeyProjection(DataKeys keys, SchemaIds ids) {
        this(keys, ids, _ -> true);
    }

    private DataKeyProjection(DataKeys keys, SchemaIds ids, Predicate<String> subjects) {
        this.keys = keys;
        this.codec = ValueCodec.secrets(ids);
        this.subjects = subjects;
    }

    /** The data keys of workspaces, for a process that opens nothing of users. */
    public static DataKeyProjection ofWorkspaces(DataKeys keys, SchemaIds ids) {
        return new DataKeyProjection(keys, ids, subject -> Id.isA(IdKind.WS, subject));
    }

    /** The data keys of workspaces, as a store has them. */
    public static DataKeyProjection ofWorkspaces(
            SecretFiles files, ProjectionStore store, SchemaIds ids) {
        DataKeyProjection projection = ofWorkspaces(new DataKeys(files), ids);
        projection.load(store);
        return projection;
    }

    /** Seals and opens with these keys. */
    public SecretBox box() {
        return new SecretBox(keys);
    }

    /** Loads the keys of the store before the log is read further. */
    public void load(ProjectionStore store) {
        byte[] after = null;
        ProjectionPage page;
        do {
            page = store.scan(new byte[] {TABLE}, after, ProjectionStore.LARGEST_PAGE);
            IsolatedRound.run(
                    "data keys",
                    page.entries(),
                    entry -> use(secret(entry.value()), offset(entry.value())));
            after = page.lastKey();
        } while (page.hasMore());
    }

    @Override
    public String layout() {
        return "data-keys-1";
    }

    @Override
    public Set<Topic> topics() {
        return Set.of(Topics.SECRETS);
    }

    @Override
    public void apply(ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
        byte[] key = key(record.key());
        if (record.value() == null) {
            destroy(batch.get(key), batch);
            batch.delete(key);
            return;
        }
        Secret secret = codec.decode(record.value());
        if (secret.kind().equals(DATA_KEY) && subjects.test(secret.subject())) {
            batch.put(key, row(record.offset(), record.value()));
            batch.afterWrite(() -> use(secret, record.offset()));
        }
    }

    private void destroy(byte @Nullable [] row, ProjectionBatch batch) {
        if (row != null) {
            String subject = secret(row).subject();
            batch.afterWrite(() -> keys.remove(subject, offset(row)));
        }
    }

    private void use(Secret secret, long offset) {
        if (!keys.put(secret.subject(), offset, secret.value())) {
            LOGGER.atError()
                    .addKeyValue("subject", secret.subject())
                    .log("A data key cannot be opened with this master key");
        }
    }

    /** The key of a record: the subject, and a part that distinguishes the data keys that nodes created for it. */
    static byte[] recordKey(String subject, String minting) {
        return (subject + '/' + minting).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] row(long offset, byte[] value) {
        return ByteBuffer.allocate(Long.BYTES + value.length).putLong(offset).put(value).array();
    }

    private static long offset(byte[] row) {
        return ByteBuffer.wrap(row).getLong();
    }

    private Secret secret(byte[] row) {
        return codec.decode(Arrays.copyOfRange(row, Long.BYTES, row.length));
    }

    private static byte[] key(byte[] recordKey) {
        return ByteBuffer.allocate(1 + recordKey.length).put(TABLE).put(recordKey).array();
    }
}
