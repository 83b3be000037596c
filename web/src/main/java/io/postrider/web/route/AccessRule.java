package io.postrider.web.route;

/** The access rule of an operation. */
public sealed interface AccessRule {

    /** Everybody, without a key. */
    record Open() implements AccessRule {}

    /** Everybody with a key in force. */
    record AnyKey() implements AccessRule {}

    /** Callers with a scope, by their key or by their role in the workspace that the request names. */
    record Scoped(String scope, boolean narrowed) implements AccessRule {}

    /** The same for the workspace whose id is in the path. */
    record InWorkspace(String scope) implements AccessRule {}

    /** The same, and the member whose {@code user_id} is in the path, with any role. */
    record InWorkspaceOrSelf(String scope) implements AccessRule {}

    /** Signed-in users, without a workspace, and keys with a scope. */
    record PersonOr(String scope) implements AccessRule {}

    /** Signed-in users, without a workspace. */
    record Person() implements AccessRule {}
}
