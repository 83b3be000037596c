package io.postrider.schemas;

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

/**
 * The Java record behind each type name: the place to add an event or a command type. Its order is that of the fields in the
 * schema.
 */
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
        Map<String, Class<? extends Record>> types = new LinkedHashMap<>();
        types.put("command.rejected", CommandRejected.class);
        types.put("command.unchanged", CommandUnchanged.class);
        types.put("link.clicks_admitted", LinkEvent.ClicksAdmitted.class);
        return types;
    }

    static Map<String, Class<? extends Record>> listings() {
        return Map.of("link.listed", LinkListed.class);
    }

    static Map<String, Class<? extends Record>> clicks() {
        return Map.of("link.clicked", LinkClicked.class);
    }

    static Map<String, Class<? extends Record>> commands(Context context) {
        Map<String, Class<? extends Record>> types = new LinkedHashMap<>();
        switch (context) {
            case WORKSPACES -> {
                types.put("workspace.create", WorkspaceCommand.CreateWorkspace.class);
                types.put("workspace.rename", WorkspaceCommand.RenameWorkspace.class);
                types.put("workspace.invite", WorkspaceCommand.Invite.class);
                types.put("workspace.uninvite", WorkspaceCommand.Uninvite.class);
                types.put("workspace.join", WorkspaceCommand.Join.class);
                types.put("workspace.change_role", WorkspaceCommand.ChangeRole.class);
                types.put("workspace.remove_member", WorkspaceCommand.RemoveMember.class);
            }
            case KEYS -> {
                types.put("key.create", KeyCommand.CreateKey.class);
                types.put("key.revoke", KeyCommand.RevokeKey.class);
                types.put("key.update", KeyCommand.UpdateKey.class);
                types.put("key.rotate", KeyCommand.RotateKey.class);
                types.put("key.expire", KeyCommand.ExpireKey.class);
            }
            case LINKS -> {
                types.put("link.create", LinkCommand.CreateLink.class);
                types.put("link.update", LinkCommand.UpdateLink.class);
                types.put("link.delete", LinkCommand.DeleteLink.class);
                types.put("link.admit_clicks", LinkCommand.AdmitClicks.class);
                types.put("link.expire", LinkCommand.ExpireLink.class);
            }
            case WEBHOOKS -> {
                types.put("webhook.create", WebhookCommand.CreateWebhook.class);
                types.put("webhook.update", WebhookCommand.UpdateWebhook.class);
                types.put("webhook.enable", WebhookCommand.EnableWebhook.class);
                types.put("webhook.disable", WebhookCommand.DisableWebhook.class);
                types.put("webhook.delete", WebhookCommand.DeleteWebhook.class);
            }
            case USERS -> {
                types.put("user.claim_email", UserCommand.ClaimEmail.class);
                types.put("user.release_email", UserCommand.ReleaseEmail.class);
                types.put("user.create", UserCommand.CreateUser.class);
                types.put("user.rename", UserCommand.RenameUser.class);
                types.put("user.change_email", UserCommand.ChangeEmail.class);
                types.put("user.change_password", UserCommand.ChangePassword.class);
                types.put("user.enable_totp", UserCommand.EnableTotp.class);
                types.put("user.disable_totp", UserCommand.DisableTotp.class);
                types.put("user.renew_recovery_codes", UserCommand.RenewRecoveryCodes.class);
                types.put("user.start_session", UserCommand.StartSession.class);
                types.put("user.end_session", UserCommand.EndSession.class);
                types.put("user.end_sessions", UserCommand.EndSessions.class);
                types.put("user.link_identity", UserCommand.LinkIdentity.class);
            }
            case MODELS -> {
                types.put("model.create", ModelCommand.CreateModel.class);
                types.put("model.update", ModelCommand.UpdateModel.class);
                types.put("model.delete", ModelCommand.DeleteModel.class);
                types.put("model.connection.create", ModelCommand.CreateConnection.class);
                types.put("model.connection.update", ModelCommand.UpdateConnection.class);
                types.put("model.connection.delete", ModelCommand.DeleteConnection.class);
            }
        }
        return types;
    }
}
