package io.postrider.api.decider;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.keys.KeyRejection;
import io.postrider.domain.links.LinkRejection;
import io.postrider.domain.webhooks.WebhookRejection;
import io.postrider.domain.workspaces.WorkspaceRejection;
import io.postrider.schemas.Refusal;
import java.util.List;
import org.junit.jupiter.api.Test;

class RefusalsTest {

    @Test
    void everyReasonHasItsCode() {
        assertThat(
                        List.of(
                                LinkRefusals.of(new LinkRejection.SlugTaken("d", "s")),
                                LinkRefusals.of(new LinkRejection.LinkMissing()),
                                LinkRefusals.of(new LinkRejection.ClicksExhausted()),
                                LinkRefusals.of(new LinkRejection.LinkInvalid(List.of())),
                                KeyRefusals.of(new KeyRejection.KeyExists("k")),
                                KeyRefusals.of(new KeyRejection.KeyMissing()),
                                WebhookRefusals.of(new WebhookRejection.WebhookExists("w")),
                                WebhookRefusals.of(new WebhookRejection.WebhookMissing()),
                                WorkspaceRefusals.of(new WorkspaceRejection.WorkspaceExists("w")),
                                WorkspaceRefusals.of(new WorkspaceRejection.WorkspaceMissing())))
                .extracting(Refusal::code)
                .containsExactly(
                        "slug_taken",
                        "not_found",
                        "clicks_exhausted",
                        "invalid",
                        "key_exists",
                        "not_found",
                        "webhook_exists",
                        "not_found",
                        "workspace_exists",
                        "not_found");
    }
}
