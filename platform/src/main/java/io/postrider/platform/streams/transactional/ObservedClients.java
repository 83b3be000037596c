package io.postrider.platform.streams.transactional;

import io.postrider.platform.kafka.ApplicationClients;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The clients of a Kafka Streams application, which tell its stores about commits and lost offsets. */
final class ObservedClients extends ApplicationClients {

    private final TransactionalStores stores;

    ObservedClients(TransactionalStores stores) {
        this.stores = stores;
    }

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        Admin admin = super.getAdmin(config);
        stores.topics.ask(admin);
        return admin;
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return new CommittingProducer(config, stores);
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return new RestoreConsumer(config, stores);
    }

    /** Notes how far each changelog goes in the open transaction, and says so when that is committed. */
    private static final class CommittingProducer extends KafkaProducer<byte[], byte[]> {

        private final TransactionalStores stores;
        private final Map<TopicPartition, Long> sent = new ConcurrentHashMap<>();

        CommittingProducer(Map<String, Object> config, TransactionalStores stores) {
            super(config, new ByteArraySerializer(), new ByteArraySerializer());
            this.stores = stores;
        }

        @Override
        public Future<RecordMetadata> send(
                ProducerRecord<byte[], byte[]> record, Callback callback) {
            Integer partition = record.partition();
            return partition == null
                    ? super.send(record, callback)
                    : send(record, new TopicPartition(record.topic(), partition), callback);
        }

        private Future<RecordMetadata> send(
                ProducerRecord<byte[], byte[]> record, TopicPartition to, Callback callback) {
            if (!stores.isChangelog(to)) {
                return super.send(record, callback);
            }
            return super.send(
                    record,
                    (metadata, failure) -> {
                        if (failure == null) {
                            sent.merge(to, metadata.offset(), Math::max);
                        }
                        callback.onCompletion(metadata, failure);
                    });
        }

        @Override
        public void commitTransaction() {
            super.commitTransaction();
            Map<TopicPartition, Long> committed = new HashMap<>(sent);
            sent.clear();
            stores.committed(committed);
        }

        @Override
        public void abortTransaction() {
            sent.clear();
            super.abortTransaction();
        }
    }

    /** Notes which stores want to be restored from an offset that their changelog does not have. */
    private static final class RestoreConsumer extends KafkaConsumer<byte[], byte[]> {

        private final TransactionalStores stores;

        RestoreConsumer(Map<String, Object> config, TransactionalStores stores) {
            super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
            this.stores = stores;
        }

        @Override
        public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            try {
                return super.poll(timeout);
            } catch (InvalidOffsetException e) {
                stores.outOfRange(e.partitions());
                throw e;
            }
        }
    }
}
