package io.postrider.api;

import io.postrider.domain.links.LinkEvent.LinkChange;
import io.postrider.domain.links.LinkEvent.LinkDeleted;
import io.postrider.redirects.LinkDirectory;
import io.postrider.redirects.LinkEntry;
import io.postrider.schemas.EventRecord;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A link directory that knows what it was told. */
public class FakeDirectory implements LinkDirectory {

    private final Map<String, LinkEntry> entries = new ConcurrentHashMap<>();

    @Override
    public Optional<LinkEntry> byId(String id) {
        return entries.values().stream().filter(entry -> entry.link().id().equals(id)).findFirst();
    }

    @Override
    public Optional<LinkEntry> byKey(String domain, String slug) {
        return Optional.ofNullable(entries.get(domain + "/" + slug));
    }

    @Override
    public void apply(EventRecord event) {
        if (event.payload() instanceof LinkChange change) {
            LinkEntry entry =
                    new LinkEntry(
                            change.link(),
                            event.header().sequence(),
                            change instanceof LinkDeleted);
            entries.merge(change.link().key(), entry, (a, b) -> b.version() > a.version() ? b : a);
        }
    }

    /** Knows nothing any more, as a node to which the log has not come yet. */
    public void forget() {
        entries.clear();
    }
}
