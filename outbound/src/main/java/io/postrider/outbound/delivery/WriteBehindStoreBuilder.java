package io.postrider.outbound.delivery;

import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * Builds a {@link WriteBehindStore}.
 *
 * @param logged the store below, with its changelog
 * @param bytesMax maximum size of the buffer in bytes
 * @param last key that is written after all others
 */
record WriteBehindStoreBuilder(
        StoreBuilder<KeyValueStore<Bytes, byte[]>> logged, long bytesMax, Bytes last)
        implements StoreBuilder<KeyValueStore<Bytes, byte[]>> {

    @Override
    public StoreBuilder<KeyValueStore<Bytes, byte[]>> withCachingEnabled() {
        throw new UnsupportedOperationException("a write-behind store is its own cache");
    }

    @Override
    public StoreBuilder<KeyValueStore<Bytes, byte[]>> withCachingDisabled() {
        return this;
    }

    @Override
    public StoreBuilder<KeyValueStore<Bytes, byte[]>> withLoggingEnabled(
            Map<String, String> config) {
        return new WriteBehindStoreBuilder(logged.withLoggingEnabled(config), bytesMax, last);
    }

    @Override
    public StoreBuilder<KeyValueStore<Bytes, byte[]>> withLoggingDisabled() {
        throw new UnsupportedOperationException("the changelog has what a restart needs");
    }

    @Override
    public KeyValueStore<Bytes, byte[]> build() {
        return new WriteBehindStore(logged.build(), bytesMax, last);
    }

    @Override
    public Map<String, String> logConfig() {
        return logged.logConfig();
    }

    @Override
    public boolean loggingEnabled() {
        return logged.loggingEnabled();
    }

    @Override
    public String name() {
        return logged.name();
    }
}
