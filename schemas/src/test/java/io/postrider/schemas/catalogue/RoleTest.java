package io.postrider.schemas.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.workspaces.Role;
import io.postrider.schemas.catalogue.scopes.Scopes;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoleTest {

    @Test
    void everyRoleMayAllThatTheOneBelowMay() {
        assertThat(scopes(Role.DEVELOPER)).containsAll(scopes(Role.VIEWER));
        assertThat(scopes(Role.ADMIN)).containsAll(scopes(Role.DEVELOPER));
        assertThat(scopes(Role.OWNER)).isEqualTo(Scopes.all());
    }

    @Test
    void viewersChangeNothingAndCannotReadTheAudit() {
        assertThat(scopes(Role.VIEWER))
                .isNotEmpty()
                .allMatch(scope -> scope.endsWith(":read"))
                .doesNotContain("audit:read");
    }

    @Test
    void developersCannotManageMembers() {
        assertThat(scopes(Role.DEVELOPER))
                .contains("keys:write", "links:write", "members:read")
                .doesNotContain("members:write", "workspace:write", "audit:read");
    }

    private static List<String> scopes(Role role) {
        return Scopes.all().stream().filter(role::may).toList();
    }
}
