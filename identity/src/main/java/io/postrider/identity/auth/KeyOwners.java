package io.postrider.identity.auth;

import io.postrider.identity.lastseen.KeyTenants;
import io.postrider.platform.limits.Tenants;

/** The tenants of keys according to this node's copy of the keys. */
public record KeyOwners(KeyReplica keys, Tenants tenants) implements KeyTenants {

    @Override
    public String ofKey(String id) {
        return keys.byId(id).map(known -> tenants.ofWorkspace(known.key().workspace())).orElse(id);
    }
}
