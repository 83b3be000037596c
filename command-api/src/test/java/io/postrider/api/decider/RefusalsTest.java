package io.postrider.api.decider;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.keys.KeyRejection;
import io.postrider.domain.links.LinkRejection;
import io.postrider.domain.models.ModelRejection;
import io.postrider.domain.users.UserRejection;
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
                                KeyRefusals.of(new KeyRejection.KeyIsRevoked()),
                                KeyRefusals.of(new KeyRejection.KeyIsExpired()),
                                UserRefusals.of(new UserRejection.UserExists("u")),
                                UserRefusals.of(new UserRejection.UserMissing()),
                                UserRefusals.of(new UserRejection.EmailTaken()),
                                UserRefusals.of(new UserRejection.EmailStale()),
                                UserRefusals.of(new UserRejection.SecondFactorRequired()),
                                UserRefusals.of(new UserRejection.SecondFactorWrong()),
                                WebhookRefusals.of(new WebhookRejection.WebhookExists("w")),
                                WebhookRefusals.of(new WebhookRejection.WebhookMissing()),
                                ModelRefusals.of(new ModelRejection.AliasTaken("m")),
                                ModelRefusals.of(new ModelRejection.ModelMissing()),
                                ModelRefusals.of(new ModelRejection.ConnectionExists("c")),
                                ModelRefusals.of(new ModelRejection.ConnectionMissing()),
                                ModelRefusals.of(new ModelRejection.ModelInvalid(List.of())),
                                WorkspaceRefusals.of(new WorkspaceRejection.WorkspaceExists("w")),
                                WorkspaceRefusals.of(new WorkspaceRejection.WorkspaceMissing()),
                                WorkspaceRefusals.of(new WorkspaceRejection.MemberMissing()),
                                WorkspaceRefusals.of(new WorkspaceRejection.InvitationMissing()),
                                WorkspaceRefusals.of(new WorkspaceRejection.RoleExceedsOwn()),
                                WorkspaceRefusals.of(new WorkspaceRejection.LastOwner()),
                                WorkspaceRefusals.of(new WorkspaceRejection.WorkspaceFull())))
                .extracting(Refusal::code)
                .containsExactly(
                        "slug_taken",
                        "not_found",
                        "clicks_exhausted",
                        "invalid",
                        "key_exists",
                        "not_found",
                        "key_revoked",
                        "key_expired",
                        "user_exists",
                        "not_found",
                        "email_taken",
                        "email_changed",
                        "second_factor_required",
                        "second_factor_wrong",
                        "webhook_exists",
                        "not_found",
                        "model_taken",
                        "not_found",
                        "connection_exists",
                        "not_found",
                        "invalid",
                        "workspace_exists",
                        "not_found",
                        "not_found",
                        "invitation_over",
                        "role_exceeds_own",
                        "last_owner",
                        "workspace_full");
    }
}
