package io.postrider.identity.auth;

import io.postrider.domain.keys.ApiKey;
import io.postrider.web.server.ClientBlock;
import java.util.List;

/**
 * An API key as this node knows it.
 *
 * @param version version of the aggregate
 * @param isUnknown whether the key has a newer event that this node cannot read; then the key does not authenticate
 * @param allowed networks from which the key may be used, parsed once; empty for any
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
