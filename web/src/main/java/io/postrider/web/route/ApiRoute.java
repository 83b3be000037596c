package io.postrider.web.route;

import io.postrider.schemas.catalogue.scopes.Scopes;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * One operation: its path, access rule, parameters and handler. A route cannot be made without an access rule.
 *
 * @param bodyBytesMax maximum length of the body in bytes
 * @param parameters known query parameters
 * @param takesMore whether unknown query parameters are ignored
 * @param produces media types of responses, the preferred one first
 * @param deprecation null unless the operation is deprecated
 */
public record ApiRoute(
        HttpMethod method,
        PathPattern path,
        AccessRule access,
        Body body,
        int bodyBytesMax,
        Set<String> parameters,
        boolean takesMore,
        List<MediaType> produces,
        @Nullable Deprecation deprecation,
        ApiHandler handler) {

    /** The default maximum length of a body. */
    static final int BODY_BYTES_MAX = 256 << 10;

    private static final List<MediaType> JSON = List.of(MediaType.APPLICATION_JSON);

    public ApiRoute {
        parameters = Set.copyOf(parameters);
        produces = List.copyOf(produces);
    }

    /** Whether an operation reads a body. */
    public enum Body {
        NONE,
        OPTIONAL,
        REQUIRED,

        /** Bytes that may be no JSON. */
        RAW,

        /** A form with a file, which the operation reads while it comes, or JSON. */
        UPLOAD
    }

    /** An operation that reads. */
    public static Undeclared get(String path) {
        return new Undeclared(HttpMethod.GET, path, Body.NONE);
    }

    /** An operation with a body. */
    public static Undeclared post(String path) {
        return new Undeclared(HttpMethod.POST, path, Body.REQUIRED);
    }

    /** An operation with a body of any bytes. */
    public static Undeclared postRaw(String path) {
        return new Undeclared(HttpMethod.POST, path, Body.RAW);
    }

    /** An operation with a file. */
    public static Undeclared postUpload(String path) {
        return new Undeclared(HttpMethod.POST, path, Body.UPLOAD);
    }

    /** An operation that needs no body. */
    public static Undeclared action(String path) {
        return new Undeclared(HttpMethod.POST, path, Body.OPTIONAL);
    }

    /** An operation that changes some fields. */
    public static Undeclared patch(String path) {
        return new Undeclared(HttpMethod.PATCH, path, Body.REQUIRED);
    }

    /** An operation that replaces or creates the resource in its path. */
    public static Undeclared put(String path) {
        return new Undeclared(HttpMethod.PUT, path, Body.REQUIRED);
    }

    /** An operation that removes. */
    public static Undeclared delete(String path) {
        return new Undeclared(HttpMethod.DELETE, path, Body.NONE);
    }

    /** An operation that removes the resources in its body. */
    public static Undeclared deleteNamed(String path) {
        return new Undeclared(HttpMethod.DELETE, path, Body.REQUIRED);
    }

    /** The name of the operation in the audit. */
    String name() {
        return method.name() + " " + path.getPatternString();
    }

    /** Whether it changes something. */
    public boolean writes() {
        return !method.equals(HttpMethod.GET);
    }

    boolean answersTo(HttpMethod wanted) {
        return method.equals(wanted) || (!writes() && wanted.equals(HttpMethod.HEAD));
    }

    /** An operation without an access rule, which cannot be called. */
    public static final class Undeclared {

        private final HttpMethod method;
        private final String path;
        private final Body body;

        private Undeclared(HttpMethod method, String path, Body body) {
            this.method = method;
            this.path = path;
            this.body = body;
        }

        /** For keys with a scope. */
        public Declared scope(String scope) {
            return new Declared(this, new AccessRule.Scoped(known(scope), false));
        }

        /** The same; a key with restricted resources gets only the parts about them. */
        public Declared narrowed(String scope) {
            return new Declared(this, new AccessRule.Scoped(known(scope), true));
        }

        /** For keys with a scope, and for members whose role has it, in the workspace whose id is in the path. */
        public Declared inWorkspace(String scope) {
            return new Declared(this, new AccessRule.InWorkspace(known(scope)));
        }

        /** The same, and for the member whose {@code user_id} is in the path. */
        public Declared inWorkspaceOrSelf(String scope) {
            return new Declared(this, new AccessRule.InWorkspaceOrSelf(known(scope)));
        }

        /** For signed-in users, and for keys with a scope. */
        public Declared personOr(String scope) {
            return new Declared(this, new AccessRule.PersonOr(known(scope)));
        }

        /** For signed-in users. */
        public Declared person() {
            return new Declared(this, new AccessRule.Person());
        }

        /** For every key. */
        public Declared anyKey() {
            return new Declared(this, new AccessRule.AnyKey());
        }

        /** For everybody. */
        public Declared open() {
            return new Declared(this, new AccessRule.Open());
        }

        private static String known(String scope) {
            if (!Scopes.exists(scope)) {
                throw new IllegalArgumentException("scope: " + scope + " (expected: a known one)");
            }
            return scope;
        }
    }

    /** An operation with its callers. */
    public static final class Declared {

        private final Undeclared route;
        private final AccessRule access;
        private final Set<String> parameters = new LinkedHashSet<>();
        private boolean takesMore;
        private List<MediaType> produces = JSON;
        private int bodyBytesMax = BODY_BYTES_MAX;
        private @Nullable Deprecation deprecation;

        private Declared(Undeclared route, AccessRule access) {
            this.route = route;
            this.access = access;
        }

        /** Adds known query parameters. */
        public Declared taking(String... names) {
            parameters.addAll(List.of(names));
            return this;
        }

        /** Ignores unknown query parameters, which a foreign page that sends browsers here may add. */
        public Declared takingMore() {
            takesMore = true;
            return this;
        }

        /** Sets the maximum length of the body, if it is not the default. */
        public Declared upTo(int bytes) {
            bodyBytesMax = bytes;
            return this;
        }

        /** Sets the media types of responses besides JSON. */
        public Declared producing(MediaType... types) {
            produces = List.of(types);
            return this;
        }

        /** Marks the operation as deprecated; the contract must do so too. */
        public Declared deprecated(Deprecation notice) {
            deprecation = notice;
            return this;
        }

        /** Sets the handler. */
        public ApiRoute to(ApiHandler handler) {
            return new ApiRoute(
                    route.method,
                    PathPatternParser.defaultInstance.parse(route.path),
                    access,
                    route.body,
                    bodyBytesMax,
                    parameters,
                    takesMore,
                    produces,
                    deprecation,
                    handler);
        }
    }
}
