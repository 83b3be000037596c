package io.postrider.identity.users;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.users.User;
import io.postrider.domain.users.UserCommand.ChangeEmail;
import io.postrider.domain.users.UserCommand.ClaimEmail;
import io.postrider.domain.users.UserCommand.CreateUser;
import io.postrider.domain.users.UserCommand.EnableTotp;
import io.postrider.domain.users.UserCommand.ReleaseEmail;
import io.postrider.domain.users.UserEvent;
import io.postrider.domain.workspaces.Invitation;
import io.postrider.domain.workspaces.Member;
import io.postrider.domain.workspaces.Role;
import io.postrider.domain.workspaces.Workspace;
import io.postrider.domain.workspaces.WorkspaceCommand;
import io.postrider.domain.workspaces.WorkspaceCommand.ChangeRole;
import io.postrider.domain.workspaces.WorkspaceCommand.CreateWorkspace;
import io.postrider.domain.workspaces.WorkspaceCommand.RemoveMember;
import io.postrider.identity.auth.UserReplica;
import io.postrider.identity.auth.WorkspaceReplica;
import io.postrider.schemas.Actor;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** People and workspaces in the log of a {@link TestApi}, and their browsers. */
public final class TestPeople {

    public static final String PASSWORD = "correct horse battery";

    /** Made at the least cost that Argon2id has: the hash of a password names the cost of a comparison. */
    private static final String HASH =
            "$argon2id$v=19$m=8,t=1,p=1$c2l4dGVlbi1ieXRlcy1vZg"
                    + "$pshnpW0D+Oa6lLgzMGloG/gDQYPapUIVqK+ArmRoWUQ";

    public static final Map<String, String> SECURE =
            Map.of("POSTRIDER_BASE_URL", "https://short.test");

    private final TestApi api;

    public TestPeople(TestApi api) {
        this.api = api;
    }

    /** Creates a user with {@link #PASSWORD}, and returns the id. */
    public String user(String email) {
        String id = api.id(IdKind.USR);
        api.dataKeys().put(id, 0, api.dataKeys().mint(id));
        UserSecrets secrets = api.bean(UserSecrets.class);
        User user =
                User.opened(
                        id,
                        secrets.emailHash(email),
                        secrets.seal(id, UserSecrets.Part.EMAIL, email).orElseThrow(),
                        secrets.seal(id, UserSecrets.Part.NAME, "Name of " + email).orElseThrow(),
                        secrets.seal(id, UserSecrets.Part.PASSWORD, HASH).orElseThrow(),
                        null,
                        null,
                        List.of(),
                        api.now());
        send(
                Context.USERS,
                "user.claim_email",
                UserSecrets.aggregateOf(user.emailHash()),
                new ClaimEmail(user.emailHash(), id));
        send(Context.USERS, "user.create", id, new CreateUser(user));
        return id;
    }

    /** Gives a user another address, as another node does. */
    void move(String user, String email) {
        UserSecrets secrets = api.bean(UserSecrets.class);
        String before = api.users().byId(user).orElseThrow().value().emailHash();
        String hash = secrets.emailHash(email);
        String sealed = secrets.seal(user, UserSecrets.Part.EMAIL, email).orElseThrow();
        send(
                Context.USERS,
                "user.claim_email",
                UserSecrets.aggregateOf(hash),
                new ClaimEmail(hash, user));
        send(Context.USERS, "user.change_email", user, new ChangeEmail(hash, sealed, before));
        send(
                Context.USERS,
                "user.release_email",
                UserSecrets.aggregateOf(before),
                new ReleaseEmail(user));
    }

    /** The users of addresses, by the aggregates of the addresses. */
    Map<String, String> claimed() {
        Map<String, String> all = new HashMap<>();
        for (EventRecord event : api.log().events()) {
            String aggregate = event.header().aggregate();
            switch (event.payload()) {
                case UserEvent.EmailClaimed(_, String owner) -> all.put(aggregate, owner);
                case UserEvent.EmailReleased _ -> all.remove(aggregate);
                case null, default -> {}
            }
        }
        return all;
    }

    /** Enrols a second factor of a user, and returns the recovery codes. */
    public List<String> secondFactor(String user, String seed) {
        SecondFactors factors = api.bean(SecondFactors.class);
        List<String> codes = factors.recoveryCodes();
        String sealed =
                api.bean(UserSecrets.class)
                        .seal(user, UserSecrets.Part.TOTP_SEED, seed)
                        .orElseThrow();
        send(
                Context.USERS,
                "user.enable_totp",
                user,
                new EnableTotp(sealed, 0, factors.recoveryHashes(user, codes)));
        return codes;
    }

    /** A workspace of an owner, with one more member; its id. */
    public String workspace(String owner, Role role, String member) {
        String id = api.id(IdKind.WS);
        api.dataKeys().put(id, 0, api.dataKeys().mint(id));
        open(
                id,
                owner,
                owner.equals(member)
                        ? List.of(new Member(owner, role.label(), api.now()))
                        : List.of(
                                new Member(owner, "owner", api.now()),
                                new Member(member, role.label(), api.now())));
        return id;
    }

    /** Gives a member of a workspace another role. */
    public void change(String workspace, String member, Role role) {
        ChangeRole command = new ChangeRole(member, role.label(), firstOwner(workspace));
        send(Context.WORKSPACES, "workspace.change_role", workspace, command);
    }

    /** Removes a member from a workspace. */
    public void remove(String workspace, String member) {
        RemoveMember command = new RemoveMember(member, firstOwner(workspace));
        send(Context.WORKSPACES, "workspace.remove_member", workspace, command);
    }

    /** Opens the workspace of an id, for an owner alone. */
    public void open(String id, String owner) {
        open(id, owner, List.of(new Member(owner, "owner", api.now())));
    }

    private void open(String id, String owner, List<Member> members) {
        Workspace workspace =
                new Workspace(id, "default", owner, members, List.of(), api.now(), api.now());
        send(Context.WORKSPACES, "workspace.create", id, new CreateWorkspace(workspace));
    }

    /** Makes a user a member. */
    public void joined(String workspace, String user, Role role) {
        String id = api.id(IdKind.INV);
        Instant end = api.now().plusSeconds(1);
        Invitation invitation =
                new Invitation(id, "", id, role.label(), "", firstOwner(workspace), api.now(), end);
        send(
                Context.WORKSPACES,
                "workspace.invite",
                workspace,
                new WorkspaceCommand.Invite(invitation));
        send(Context.WORKSPACES, "workspace.join", workspace, new WorkspaceCommand.Join(id, user));
    }

    private String firstOwner(String workspace) {
        return api.workspaces().byId(workspace).orElseThrow().value().ownerId();
    }

    /** A new user who is signed in with a browser. */
    public Browser signedInUser() {
        String email = api.id(IdKind.USR) + "@example.com";
        String _ = user(email);
        return browser(email);
    }

    /** Has a command on a user or a claim decided, as another node does. */
    void send(String type, String aggregate, Record command) {
        send(Context.USERS, type, aggregate, command);
    }

    private void send(Context context, String type, String aggregate, Record command) {
        int before = api.log().events().size();
        sendUnheard(context, type, aggregate, command);
        api.log().events().stream()
                .skip(before)
                .forEach(event -> {
                    api.bean(UserReplica.class).apply(event);
                    api.bean(WorkspaceReplica.class).apply(event);
                });
    }

    /** The same by another node, whose event this node has not read yet. */
    void sendUnheard(String type, String aggregate, Record command) {
        sendUnheard(Context.USERS, type, aggregate, command);
    }

    private void sendUnheard(Context context, String type, String aggregate, Record command) {
        api.log()
                .send(
                        context,
                        new CommandRecord(
                                new CommandHeader(
                                        api.id(IdKind.CMD),
                                        type,
                                        api.now(),
                                        context == Context.WORKSPACES ? aggregate : "",
                                        aggregate,
                                        Actor.system("test"),
                                        null,
                                        null,
                                        null,
                                        null),
                                command));
    }

    /** The response to a sign-in. */
    public Response signIn(String email, String password) {
        return api.anonymous()
                .post(
                        "/api/v1/session",
                        "{\"email\":\"" + email + "\",\"password\":\"" + password + "\"}");
    }

    /** The browser of a user who has just signed in. */
    public Browser browser(String email) {
        Response told = signIn(email, PASSWORD);
        if (told.status() != 200) {
            throw new IllegalStateException(told.text());
        }
        return Browser.of(api, told);
    }

    /** The cookie that an answer gives, as a browser sends it back. */
    public static String cookie(Response told) {
        String header = told.header("Set-Cookie");
        return header.substring(0, header.indexOf(';'));
    }

    /** A browser with a cookie, and the token that its pages know. */
    public record Browser(Caller caller, String csrfToken) {

        /** The browser that got this response. */
        public static Browser of(TestApi api, Response told) {
            return new Browser(
                    api.anonymous().with("Cookie", cookie(told)), told.member("csrf_token"));
        }

        /** A page of ours, in a workspace. */
        public Caller in(String workspace) {
            return page().with("Workspace", workspace);
        }

        /** A page of ours. */
        public Caller page() {
            return caller.with("X-CSRF-Token", csrfToken).with("Sec-Fetch-Site", "same-origin");
        }
    }
}
