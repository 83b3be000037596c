package io.postrider.api.events;

import io.postrider.domain.keys.KeyEvent;
import io.postrider.domain.links.LinkEvent;
import io.postrider.domain.models.ModelEvent;
import io.postrider.domain.webhooks.WebhookEvent;
import io.postrider.domain.workspaces.WorkspaceEvent;
import io.postrider.schemas.LinkClicked;
import io.postrider.schemas.LinkListed;
import java.util.List;
import java.util.Map;

/**
 * One type of the events that webhooks deliver and the event log shows.
 *
 * @param payload an example of what it carries
 */
record EventType(String name, String description, Record payload) {

    /** Every type there is, in the order in which it is shown. */
    static List<EventType> all() {
        return List.of(
                new EventType(
                        "link.created",
                        "A short link was made.",
                        new LinkEvent.LinkCreated(Examples.LINK)),
                new EventType(
                        "link.updated",
                        "Some fields of a short link were changed.",
                        new LinkEvent.LinkUpdated(Examples.LINK)),
                new EventType(
                        "link.deleted",
                        "A short link was stopped for ever.",
                        new LinkEvent.LinkDeleted(Examples.LINK)),
                new EventType(
                        "link.exhausted",
                        "The last click that a short link's limit allows was let through.",
                        new LinkEvent.LinkExhausted(Examples.LINK, 1)),
                new EventType(
                        "link.expired",
                        "A short link's end came.",
                        new LinkEvent.LinkExpired(Examples.LINK)),
                new EventType(
                        "link.listed",
                        "Short links were listed.",
                        new LinkListed(1, List.of(Examples.LINK.id()), Map.of("limit", "25"))),
                new EventType(
                        "link.clicked",
                        "A short link was followed.",
                        new LinkClicked(Examples.CLICK)),
                new EventType(
                        "key.created",
                        "An API key came into force.",
                        new KeyEvent.KeyCreated(Examples.KEY)),
                new EventType(
                        "key.updated",
                        "Some fields of an API key were changed.",
                        new KeyEvent.KeyUpdated(Examples.KEY)),
                new EventType(
                        "key.rotated",
                        "An API key has a new secret.",
                        new KeyEvent.KeyRotated(Examples.KEY)),
                new EventType(
                        "key.expired",
                        "The end of an API key came.",
                        new KeyEvent.KeyExpired(Examples.KEY)),
                new EventType(
                        "key.revoked",
                        "An API key went out of force.",
                        new KeyEvent.KeyRevoked(Examples.KEY)),
                new EventType(
                        "webhook.created",
                        "A webhook endpoint was made.",
                        new WebhookEvent.WebhookCreated(Examples.WEBHOOK)),
                new EventType(
                        "webhook.updated",
                        "Some fields of a webhook endpoint were changed.",
                        new WebhookEvent.WebhookUpdated(Examples.WEBHOOK)),
                new EventType(
                        "webhook.disabled",
                        "Deliveries to a webhook endpoint are held.",
                        new WebhookEvent.WebhookDisabled(Examples.WEBHOOK)),
                new EventType(
                        "webhook.enabled",
                        "Deliveries to a webhook endpoint go on.",
                        new WebhookEvent.WebhookEnabled(Examples.WEBHOOK)),
                new EventType(
                        "webhook.deleted",
                        "A webhook endpoint was removed.",
                        new WebhookEvent.WebhookDeleted(Examples.WEBHOOK)),
                new EventType(
                        "model.created",
                        "A model was named.",
                        new ModelEvent.ModelCreated(Examples.MODEL)),
                new EventType(
                        "model.updated",
                        "Some fields of a model were changed.",
                        new ModelEvent.ModelUpdated(Examples.MODEL)),
                new EventType(
                        "model.deleted",
                        "A model's name was given back.",
                        new ModelEvent.ModelDeleted(Examples.MODEL)),
                new EventType(
                        "model.connection.created",
                        "A connection to a provider of models was made.",
                        new ModelEvent.ConnectionCreated(Examples.CONNECTION)),
                new EventType(
                        "model.connection.updated",
                        "Some fields of a connection to a provider of models were changed.",
                        new ModelEvent.ConnectionUpdated(Examples.CONNECTION)),
                new EventType(
                        "model.connection.deleted",
                        "A connection to a provider of models was removed.",
                        new ModelEvent.ConnectionDeleted(Examples.CONNECTION)),
                new EventType(
                        "workspace.created",
                        "A workspace was opened.",
                        new WorkspaceEvent.WorkspaceCreated(Examples.WORKSPACE)),
                new EventType(
                        "workspace.updated",
                        "A workspace is called something else.",
                        new WorkspaceEvent.WorkspaceUpdated(Examples.WORKSPACE)),
                new EventType(
                        "workspace.member_invited",
                        "Somebody was invited into a workspace.",
                        new WorkspaceEvent.MemberInvited(
                                Examples.WORKSPACE, Examples.INVITATION_ID)),
                new EventType(
                        "workspace.invitation_revoked",
                        "An invitation into a workspace was taken back.",
                        new WorkspaceEvent.InvitationRevoked(
                                Examples.WORKSPACE, Examples.INVITATION_ID)),
                new EventType(
                        "workspace.member_joined",
                        "Somebody became a member of a workspace.",
                        new WorkspaceEvent.MemberJoined(Examples.WORKSPACE, Examples.USER_ID)),
                new EventType(
                        "workspace.member_changed",
                        "A member of a workspace has another role.",
                        new WorkspaceEvent.MemberChanged(Examples.WORKSPACE, Examples.USER_ID)),
                new EventType(
                        "workspace.member_removed",
                        "Somebody is no member of a workspace any more.",
                        new WorkspaceEvent.MemberRemoved(Examples.WORKSPACE, Examples.USER_ID)));
    }
}
