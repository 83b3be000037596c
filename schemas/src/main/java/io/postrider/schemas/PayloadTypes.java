package io.postrider.schemas;

import static java.util.Map.entry;

import io.postrider.domain.keys.KeyCommand;
import io.postrider.domain.keys.KeyEvent;
import io.postrider.domain.links.LinkCommand;
import io.postrider.domain.links.LinkEvent;
import io.postrider.domain.models.ModelCommand;
import io.postrider.domain.models.ModelEvent;
import io.postrider.domain.users.UserCommand;
import io.postrider.domain.users.UserEvent;
import io.postrider.domain.webhooks.WebhookCommand;
import io.postrider.domain.webhooks.WebhookEvent;
import io.postrider.domain.workspaces.WorkspaceCommand;
import io.postrider.domain.workspaces.WorkspaceEvent;
import java.util.LinkedHashMap;
import java.util.Map;

/** Which Java record stands behind which type name: the place to add an event or a command type. */
final class PayloadTypes {

    private PayloadTypes() {}

    static Map<String, Class<? extends Record>> events(Context context) {
        Map<String, Class<? extends Record>> types = new LinkedHashMap<>();
        switch (context) {
            case WORKSPACES -> {
                types.put("workspace.created", WorkspaceEvent.WorkspaceCreated.class);
                types.put("workspace.updated", WorkspaceEvent.WorkspaceUpdated.class);
                types.put("workspace.member_invited", WorkspaceEvent.MemberInvited.class);
                types.put("workspace.invitation_revoked", WorkspaceEvent.InvitationRevoked.class);
                types.put("workspace.member_joined", WorkspaceEvent.MemberJoined.class);
                types.put("workspace.member_changed", WorkspaceEvent.MemberChanged.class);
                types.put("workspace.member_removed", WorkspaceEvent.MemberRemoved.class);
            }
            case KEYS -> {
                types.put("key.created", KeyEvent.KeyCreated.class);
                types.put("key.updated", KeyEvent.KeyUpdated.class);
                types.put("key.rotated", KeyEvent.KeyRotated.class);
                types.put("key.revoked", KeyEvent.KeyRevoked.class);
                types.put("key.expired", KeyEvent.KeyExpired.class);
            }
            case LINKS -> {
                types.put("link.created", LinkEvent.LinkCreated.class);
                types.put("link.updated", LinkEvent.LinkUpdated.class);
                types.put("link.deleted", LinkEvent.LinkDeleted.class);
                types.put("link.exhausted", LinkEvent.LinkExhausted.class);
                types.put("link.expired", LinkEvent.LinkExpired.class);
            }
            case WEBHOOKS -> {
                types.put("webhook.created", WebhookEvent.WebhookCreated.class);
                types.put("webhook.updated", WebhookEvent.WebhookUpdated.class);
                types.put("webhook.disabled", WebhookEvent.WebhookDisabled.class);
                types.put("webhook.enabled", WebhookEvent.WebhookEnabled.class);
                types.put("webhook.deleted", WebhookEvent.WebhookDeleted.class);
            }
            case USERS -> {
                types.put("user.email_claimed", UserEvent.EmailClaimed.class);
                types.put("user.email_released", UserEvent.EmailReleased.class);
                types.put("user.created", UserEvent.UserCreated.class);
                types.put("user.updated", UserEvent.UserUpdated.class);
                types.put("user.password_changed", UserEvent.PasswordChanged.class);
                types.put("user.totp_enabled", UserEvent.TotpEnabled.class);
                types.put("user.totp_disabled", UserEvent.TotpDisabled.class);
                types.put("user.session_started", UserEvent.SessionStarted.class);
                types.put("user.session_ended", UserEvent.SessionEnded.class);
            }
            case MODELS -> {
                types.put("model.created", ModelEvent.ModelCreated.class);
                types.put("model.updated", ModelEvent.ModelUpdated.class);
                types.put("model.deleted", ModelEvent.ModelDeleted.class);
                types.put("model.connection.created", ModelEvent.ConnectionCreated.class);
                types.put("model.connection.updated", ModelEvent.ConnectionUpdated.class);
                types.put("model.connection.deleted", ModelEvent.ConnectionDeleted.class);
            }
        }
        return types;
    }

    static Map<String, Class<? extends Record>> settlements() {
        return Map.of(
                "command.rejected", CommandRejected.class,
                "command.unchanged", CommandUnchanged.class,
                "link.clicks_admitted", LinkEvent.ClicksAdmitted.class);
    }

    static Map<String, Class<? extends Record>> listings() {
        return Map.of("link.listed", LinkListed.class);
    }

    static Map<String, Class<? extends Record>> clicks() {
        return Map.of("link.clicked", LinkClicked.class);
    }

    static Map<String, Class<? extends Record>> commands(Context context) {
        return switch (context) {
            case WORKSPACES ->
                    Map.of(
                            "workspace.create", WorkspaceCommand.CreateWorkspace.class,
                            "workspace.rename", WorkspaceCommand.RenameWorkspace.class,
                            "workspace.invite", WorkspaceCommand.Invite.class,
                            "workspace.uninvite", WorkspaceCommand.Uninvite.class,
                            "workspace.join", WorkspaceCommand.Join.class,
                            "workspace.change_role", WorkspaceCommand.ChangeRole.class,
                            "workspace.remove_member", WorkspaceCommand.RemoveMember.class);
            case KEYS ->
                    Map.of(
                            "key.create", KeyCommand.CreateKey.class,
                            "key.update", KeyCommand.UpdateKey.class,
                            "key.rotate", KeyCommand.RotateKey.class,
                            "key.revoke", KeyCommand.RevokeKey.class,
                            "key.expire", KeyCommand.ExpireKey.class);
            case LINKS ->
                    Map.of(
                            "link.create", LinkCommand.CreateLink.class,
                            "link.update", LinkCommand.UpdateLink.class,
                            "link.delete", LinkCommand.DeleteLink.class,
                            "link.admit_clicks", LinkCommand.AdmitClicks.class,
                            "link.expire", LinkCommand.ExpireLink.class);
            case WEBHOOKS ->
                    Map.of(
                            "webhook.create", WebhookCommand.CreateWebhook.class,
                            "webhook.update", WebhookCommand.UpdateWebhook.class,
                            "webhook.enable", WebhookCommand.EnableWebhook.class,
                            "webhook.disable", WebhookCommand.DisableWebhook.class,
                            "webhook.delete", WebhookCommand.DeleteWebhook.class);
            case USERS ->
                    Map.ofEntries(
                            entry("user.claim_email", UserCommand.ClaimEmail.class),
                            entry("user.release_email", UserCommand.ReleaseEmail.class),
                            entry("user.create", UserCommand.CreateUser.class),
                            entry("user.rename", UserCommand.RenameUser.class),
                            entry("user.change_email", UserCommand.ChangeEmail.class),
                            entry("user.change_password", UserCommand.ChangePassword.class),
                            entry("user.enable_totp", UserCommand.EnableTotp.class),
                            entry("user.disable_totp", UserCommand.DisableTotp.class),
                            entry(
                                    "user.renew_recovery_codes",
                                    UserCommand.RenewRecoveryCodes.class),
                            entry("user.link_identity", UserCommand.LinkIdentity.class),
                            entry("user.start_session", UserCommand.StartSession.class),
                            entry("user.end_session", UserCommand.EndSession.class),
                            entry("user.end_sessions", UserCommand.EndSessions.class));
            case MODELS ->
                    Map.of(
                            "model.create", ModelCommand.CreateModel.class,
                            "model.update", ModelCommand.UpdateModel.class,
                            "model.delete", ModelCommand.DeleteModel.class,
                            "model.connection.create", ModelCommand.CreateConnection.class,
                            "model.connection.update", ModelCommand.UpdateConnection.class,
                            "model.connection.delete", ModelCommand.DeleteConnection.class);
        };
    }
}
