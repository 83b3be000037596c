package io.postrider.api.auth;

import io.postrider.api.http.AddressBlock;
import io.postrider.domain.keys.ApiKey;
import java.util.List;

/**
 * An API key as this node knows it.
 *
 * @param version of the aggregate
 * @param allowed from where it may be used, read once; empty where the key says nothing of that
 */
public record KnownKey(ApiKey key, long version, List<AddressBlock> allowed) {

    public KnownKey {
        allowed = List.copyOf(allowed);
    }

    static KnownKey of(ApiKey key, long version) {
        return new KnownKey(
                key,
                version,
                key.ipAllow().stream().flatMap(text -> AddressBlock.parse(text).stream()).toList());
    }
}
