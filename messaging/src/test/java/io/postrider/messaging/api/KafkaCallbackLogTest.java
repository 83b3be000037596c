package io.postrider.messaging.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.instances.Instance;
import io.postrider.messaging.media.MediaFiles;
import io.postrider.platform.kafka.Append;
import io.postrider.platform.kafka.DurableAppends;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.secrets.DataKeys;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.schemas.Callback;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaCallbackLogTest {

    private static final LockedSchemaIds IDS = LockedSchemaIds.shipped();
    private static final String WORKSPACE = "ws_01kb3q8z1vf0t9h2x7c5n4m6ra";
    private static final Instance INSTANCE =
            Instance.blank(
                    "inst_01kb3q8z1vf0t9h2x7c5n4m6ra",
                    WORKSPACE,
                    "sandbox",
                    "token",
                    Instant.EPOCH);

    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());

    @TempDir private Path folder;
    private MediaFiles files;
    private SecretBox box;
    private KafkaCallbackLog log;

    @BeforeEach
    void open() {
        DataKeys keys = new DataKeys(SecretFiles.open(folder.resolve("secrets")));
        keys.put(WORKSPACE, 0, keys.mint(WORKSPACE));
        box = new SecretBox(keys);
        files = new MediaFiles(folder.resolve("media"), box);
        log =
                new KafkaCallbackLog(
                        new DurableAppends(producer),
                        new Partitions(1),
                        IDS,
                        box,
                        files,
                        () -> Instant.EPOCH);
    }

    @Test
    void aBodyStandsInItsRecord() throws Exception {
        assertThat(append("{}".getBytes(UTF_8))).isEqualTo(Append.DONE);

        Callback call = written();
        assertThat(call.file()).isNull();
        assertThat(box.open(WORKSPACE, Callback.purpose(INSTANCE.id()), call.body()))
                .contains("{}");
    }

    @Test
    void aBodyThatIsTooLargeForARecordIsAFile() throws Exception {
        byte[] body = new byte[4 << 20];
        Arrays.fill(body, (byte) ' ');

        assertThat(append(body)).isEqualTo(Append.DONE);
        assertThat(append(body)).isEqualTo(Append.DONE);

        Callback call = written();
        assertThat(call.body()).isEmpty();
        assertThat(files.whole(WORKSPACE, String.valueOf(call.file()))).contains(body);
        assertThat(folder.resolve("media").resolve(WORKSPACE).toFile().list()).hasSize(1);
    }

    /** Bytes that are no UTF-8 grow. */
    @Test
    void theLargestBodyInARecordFitsWhateverItsBytes() throws Exception {
        byte[] body = new byte[KafkaCallbackLog.IN_RECORD_MAX];
        Arrays.fill(body, (byte) 0xff);

        assertThat(append(body)).isEqualTo(Append.DONE);

        assertThat(producer.history().getFirst().value()).hasSizeLessThan(1_000_000);
    }

    @Test
    void rejectionsForSizeDifferFromOtherFailures() throws Exception {
        producer.sendException = new RecordTooLargeException("large");
        assertThat(append(new byte[0])).isEqualTo(Append.TOO_LARGE);

        producer.sendException = new TimeoutException("no broker");
        assertThat(append(new byte[0])).isEqualTo(Append.UNCERTAIN);
    }

    private Append append(byte[] body) throws Exception {
        return log.append(INSTANCE, body).toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    private Callback written() {
        return ValueCodec.callbacks(IDS).decode(producer.history().getFirst().value());
    }
}
