package io.postrider.api;

import io.postrider.platform.limits.Tenants;

/** Tenants by the ids of tests: {@code ws_ada_1} belongs to {@code usr_ada}, who invited {@code usr_ada_1}. */
public final class FakeTenants implements Tenants {

    @Override
    public String ofWorkspace(String workspace) {
        return "usr_" + name(workspace);
    }

    @Override
    public String ofUser(String user) {
        return "usr_" + name(user);
    }

    private static String name(String id) {
        String[] parts = id.split("_", -1);
        return parts.length == 1 ? id : parts[1];
    }
}
