package io.postrider.platform.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.platform.views.ProjectionMemory;
import java.util.Map;
import org.apache.kafka.streams.state.internals.BlockBasedTableConfigWithAccessibleCache;
import org.junit.jupiter.api.Test;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;

class SharedStoreMemoryTest {

    @Test
    void aStoreUsesTheSharedCacheAndTheOneItHadIsClosed() {
        try (ProjectionMemory memory = new ProjectionMemory(2 << 20, 1 << 20);
                Options options = new Options();
                LRUCache own = new LRUCache(1 << 20)) {
            var table = new BlockBasedTableConfigWithAccessibleCache();
            table.setBlockCache(own);
            options.setTableFormatConfig(table);

            SharedStoreMemory setter = new SharedStoreMemory();
            setter.setConfig("store", options, Map.of(SharedStoreMemory.MEMORY, memory));
            setter.close("store", options);

            assertThat(table.blockCache()).isSameAs(memory.cache());
            assertThat(options.writeBufferManager()).isSameAs(memory.writeBuffers());
            assertThat(own.isOwningHandle()).isFalse();
            assertThat(memory.cache().isOwningHandle()).isTrue();
        }
    }

    @Test
    void aStoreWithoutSharedMemoryIsRefused() {
        try (Options options = new Options()) {
            SharedStoreMemory setter = new SharedStoreMemory();

            assertThatThrownBy(() -> setter.setConfig("store", options, Map.of()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(SharedStoreMemory.MEMORY);
        }
    }
}
