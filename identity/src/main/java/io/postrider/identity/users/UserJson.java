package io.postrider.identity.users;

import io.postrider.domain.users.Session;
import io.postrider.domain.users.User;
import io.postrider.domain.workspaces.Member;
import io.postrider.domain.workspaces.Workspace;
import io.postrider.identity.auth.SessionAuthenticator;
import io.postrider.identity.auth.Sessions;
import io.postrider.identity.auth.WorkspaceReplica;
import io.postrider.schemas.json.Json;
import io.postrider.schemas.json.WorkspaceJson;
import io.postrider.web.resource.Versioned;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** JSON of users: names are decrypted for the users themselves and for the members of their workspaces. */
public final class UserJson {

    private final UserSecrets secrets;
    private final Sessions sessions;
    private final WorkspaceReplica workspaces;

    UserJson(UserSecrets secrets, Sessions sessions, WorkspaceReplica workspaces) {
        this.secrets = secrets;
        this.sessions = sessions;
        this.workspaces = workspaces;
    }

    /** A session with its user and the user's workspaces. */
    ObjectNode session(User user, Session session) {
        ObjectNode body = Json.object();
        body.put("object", "session");
        body.set("user", user(user));
        body.put("csrf_token", sessions.csrfToken(session.hash()));
        body.put("started_at", Json.time(session.startedAt()));
        body.put("ends_at", Json.time(session.endsAt()));
        ArrayNode entered = body.putArray("workspaces");
        workspaces.of(user.id()).forEach(known -> entered.add(entered(known, user.id())));
        return body;
    }

    /** A user, for the user's own view. */
    ObjectNode user(User user) {
        ObjectNode node = Json.object();
        node.put("id", user.id());
        node.put("object", "user");
        node.put("email", opened(user, UserSecrets.Part.EMAIL, user.email()));
        node.put("name", opened(user, UserSecrets.Part.NAME, user.name()));
        node.put("password_set", user.password() != null);
        node.put("second_factor", user.totp() != null);
        node.put(
                "recovery_codes_left",
                user.totp() == null ? 0 : user.totp().recoveryHashes().size());
        node.put("oidc_linked", user.identity() != null);
        node.put("created_at", Json.time(user.createdAt()));
        node.put("updated_at", Json.time(user.updatedAt()));
        return node;
    }

    /** A workspace with the scopes of a member; a key is not a member. */
    public ObjectNode entered(Versioned<Workspace> known, String userId) {
        Workspace workspace = known.value();
        ObjectNode node = WorkspaceJson.of(workspace, known.version());
        workspace
                .member(userId)
                .map(Member::roleOf)
                .ifPresent(role -> {
                    node.put("role", role.label());
                    node.set("scopes", Json.texts(SessionAuthenticator.scopes(role)));
                });
        return node;
    }

    /** A member with the name that other members see; without a name if the user is not known. */
    public ObjectNode member(Member member, Optional<User> user) {
        ObjectNode node = WorkspaceJson.of(member);
        node.put(
                "email",
                user.map(known -> opened(known, UserSecrets.Part.EMAIL, known.email())).orElse(""));
        node.put(
                "name",
                user.map(known -> opened(known, UserSecrets.Part.NAME, known.name())).orElse(""));
        return node;
    }

    /** A text that cannot be decrypted any more was erased. */
    private String opened(User user, UserSecrets.Part part, String sealed) {
        return secrets.open(user.id(), part, sealed).orElse("");
    }
}
