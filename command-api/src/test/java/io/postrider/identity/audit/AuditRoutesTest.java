package io.postrider.identity.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.schemas.Actor;
import io.postrider.schemas.AuditRecord;
import io.postrider.schemas.catalogue.AuditJson;
import io.postrider.testkit.claims.Verifies;
import io.postrider.web.route.AuditTrail.Origin;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class AuditRoutesTest {

    @AutoClose private final TestApi api = new TestApi();

    @Test
    @Verifies({"key-denials-audited", "audit-changes"})
    void auditEntriesShowTheClient() {
        String id = api.id(IdKind.EVT);
        JsonNode entry = shown(note(id, api.id(IdKind.KEY), sealed(TestApi.WORKSPACE, id)));

        assertThat(entry.path("ip").asString("")).isEqualTo("198.51.100.7");
        assertThat(entry.path("user_agent").asString("")).isEqualTo("curl/8.5");
        assertThat(entry.path("code").asString("")).isEqualTo("key_revoked");
        assertThat(entry.has(AuditJson.SEALED)).isFalse();
    }

    @Test
    void dataOfOtherWorkspacesIsNotDecrypted() {
        String id = api.id(IdKind.EVT);
        JsonNode entry = shown(note(id, api.id(IdKind.KEY), sealed(TestApi.OTHER_WORKSPACE, id)));

        assertThat(entry.path("ip").isNull()).isTrue();
        assertThat(entry.has(AuditJson.SEALED)).isFalse();
    }

    @Test
    void entriesWithoutClientInfoStayEmpty() {
        JsonNode entry = shown(note(api.id(IdKind.EVT), api.id(IdKind.KEY), null));

        assertThat(entry.path("ip").isNull()).isTrue();
        assertThat(entry.path("user_agent").isNull()).isTrue();
    }

    private String sealed(String workspace, String id) {
        return api.bean(SecretBox.class)
                .seal(
                        workspace,
                        AuditRecord.purpose(id),
                        EncryptedClientInfo.text(new Origin("198.51.100.7", "curl/8.5")))
                .orElseThrow();
    }

    private JsonNode shown(AuditRecord note) {
        api.reads().apply(note);
        Response told = api.caller("audit:read").get("/api/v1/audit");
        assertThat(told.status()).isEqualTo(200);
        return told.body().at("/data/0");
    }

    private AuditRecord note(String id, String key, @Nullable String sealed) {
        Actor actor = Actor.key(key);
        return new AuditRecord(
                id,
                api.now(),
                TestApi.WORKSPACE,
                actor.type(),
                actor.id(),
                "GET /api/v1/links",
                "key_revoked",
                api.id(IdKind.REQ),
                1,
                null,
                null,
                sealed);
    }
}
