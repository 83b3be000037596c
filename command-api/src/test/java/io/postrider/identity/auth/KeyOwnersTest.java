package io.postrider.identity.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.TestApi;
import io.postrider.api.WorkspaceSamples;
import io.postrider.domain.keys.KeyToken;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class KeyOwnersTest {

    @AutoClose private final TestApi api = new TestApi();
    private final KeyOwners tenants =
            new KeyOwners(api.keys(), new WorkspaceOwners(api.workspaces(), api.users()));

    @Test
    void aKeyBelongsToTheOwnerOfItsWorkspace() {
        api.workspaces().apply(WorkspaceSamples.opened(TestApi.WORKSPACE, "usr_ada"));
        KeyToken token = KeyToken.parse(api.key(TestApi.WORKSPACE)).orElseThrow();
        String id = api.keys().byPublicId(token.publicId()).orElseThrow().key().id();

        assertThat(tenants.ofKey(id)).isEqualTo("usr_ada");
    }

    @Test
    void aKeyThatIsNotKnownIsATenantByItself() {
        assertThat(tenants.ofKey("key_1")).isEqualTo("key_1");
    }
}
