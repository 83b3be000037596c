package io.postrider.web.route;

/** Who may call an operation. */
public sealed interface AccessRule {

    /** Everybody, without a key. */
    record Open() implements AccessRule {}

    /** Everybody with a key in force. */
    record AnyKey() implements AccessRule {}

    /** Everybody whose key, or whose role in the workspace that the request names, has a scope. */
    record Scoped(String scope, boolean narrowed) implements AccessRule {}

    /** The same for the workspace whose id is in the path. */
    record InWorkspace(String scope) implements AccessRule {}

    /** The same, and the member himself whose {@code user_id} is in the path, whatever his role has. */
    record InWorkspaceOrHimself(String scope) implements AccessRule {}

    /** Whoever is signed in, in no workspace in particular, and everybody whose key has a scope. */
    record PersonOr(String scope) implements AccessRule {}

    /** Whoever is signed in, in no workspace in particular. */
    record Person() implements AccessRule {}
}
