package io.postrider.platform.views.source;

import io.postrider.platform.views.Projection;
import java.util.Map;
import org.apache.kafka.streams.state.StoreBuilder;

/** Creates the stores of a view. Their topic is their changelog, so they need no other one. */
record SourceStoreBuilder(Projection view, SourceStores stores)
        implements StoreBuilder<SourceStore> {

    @Override
    public StoreBuilder<SourceStore> withCachingEnabled() {
        throw new UnsupportedOperationException();
    }

    @Override
    public StoreBuilder<SourceStore> withCachingDisabled() {
        return this;
    }

    @Override
    public StoreBuilder<SourceStore> withLoggingEnabled(Map<String, String> config) {
        throw new UnsupportedOperationException();
    }

    @Override
    public StoreBuilder<SourceStore> withLoggingDisabled() {
        return this;
    }

    @Override
    public SourceStore build() {
        return new SourceStore(view, stores);
    }

    @Override
    public Map<String, String> logConfig() {
        return Map.of();
    }

    @Override
    public boolean loggingEnabled() {
        return false;
    }

    @Override
    public String name() {
        return SourceStores.name(view);
    }
}
