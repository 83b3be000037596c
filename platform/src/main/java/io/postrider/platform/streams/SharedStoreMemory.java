package io.postrider.platform.streams;

import io.postrider.platform.views.ProjectionMemory;
import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.apache.kafka.streams.state.internals.BlockBasedTableConfigWithAccessibleCache;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.Options;

/**
 * The shared cache and write-buffer limit of all state stores of the process. Separately, each store of each partition would
 * use up to 98 MB.
 */
public final class SharedStoreMemory implements RocksDBConfigSetter {

    /** The property under which the {@link ProjectionMemory} of the process is handed over. */
    static final String MEMORY = "postrider.store.memory";

    private static final long WRITE_BUFFER_BYTES = 4L << 20;
    private static final int WRITE_BUFFERS = 2;
    private static final int OPEN_FILES = 64;

    @Override
    public void setConfig(String storeName, Options options, Map<String, Object> configs) {
        if (!(configs.get(MEMORY) instanceof ProjectionMemory memory)) {
            throw new IllegalArgumentException(
                    MEMORY + ": " + configs.get(MEMORY) + " (expected: a ViewMemory)");
        }
        BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
        Cache replaced =
                table instanceof BlockBasedTableConfigWithAccessibleCache known
                        ? known.blockCache()
                        : null;
        table.setBlockCache(memory.cache());
        table.setCacheIndexAndFilterBlocks(true);
        table.setCacheIndexAndFilterBlocksWithHighPriority(true);
        table.setPinL0FilterAndIndexBlocksInCache(true);
        options.setTableFormatConfig(table);
        options.setWriteBufferManager(memory.writeBuffers());
        options.setWriteBufferSize(WRITE_BUFFER_BYTES);
        options.setMaxWriteBufferNumber(WRITE_BUFFERS);
        options.setMaxOpenFiles(OPEN_FILES);
        options.setKeepLogFileNum(1);
        options.setStatsDumpPeriodSec(0);
        if (replaced != null) {
            replaced.close();
        }
    }

    /** Closes nothing: the memory belongs to the process and outlives every store. */
    @Override
    public void close(String storeName, Options options) {}
}
