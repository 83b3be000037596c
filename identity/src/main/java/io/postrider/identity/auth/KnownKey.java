package io.postrider.identity.auth;

import io.postrider.domain.keys.ApiKey;
import io.postrider.web.server.ClientBlock;
import java.util.List;

/**
 * An API key as this node knows it.
 *
 * @param version of the aggregate
 * @param isUnknown whether there is a newer event of the key that this node cannot read; then it is refused
 * @param allowed from where it may be used, read once; empty where the key says nothing of that
 */
public record KnownKey(ApiKey key, long version, boolean isUnknown, List<ClientBlock> allowed) {

    public KnownKey {
        allowed = List.copyOf(allowed);
    }

    static KnownKey of(ApiKey key, long version) {
        return new KnownKey(
                key,
                version,
                false,
                key.ipAllow().stream().flatMap(text -> ClientBlock.parse(text).stream()).toList());
    }

    KnownKey becomeUnknown() {
        return new KnownKey(key, version, true, allowed);
    }
}
