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
 * One operation: where it is, who may call it, what it takes and what answers it. There is no way to make one without
 * saying who may call it.
 *
 * @param bodyBytesMax how large a body it takes
 * @param parameters the query parameters that it knows
 * @param takesMore whether others may add query parameters, which are passed over
 * @param produces what it can answer with, the preferred first
 * @param deprecation null while it is not on its way out
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

    /** How large a body an operation takes that says nothing else. */
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

    /** An operation that takes a body. */
    public static Undeclared post(String path) {
        return new Undeclared(HttpMethod.POST, path, Body.REQUIRED);
    }

    /** An operation that takes bytes as they are. */
    public static Undeclared postRaw(String path) {
        return new Undeclared(HttpMethod.POST, path, Body.RAW);
    }

    /** An operation that takes a file. */
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

    /** An operation that replaces or creates what its path names. */
    public static Undeclared put(String path) {
        return new Undeclared(HttpMethod.PUT, path, Body.REQUIRED);
    }

    /** An operation that removes. */
    public static Undeclared delete(String path) {
        return new Undeclared(HttpMethod.DELETE, path, Body.NONE);
    }

    /** An operation that removes what its body names. */
    public static Undeclared deleteNamed(String path) {
        return new Undeclared(HttpMethod.DELETE, path, Body.REQUIRED);
    }

    /** What it is called where it is told what somebody did. */
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

    /** An operation that nobody may call yet. */
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

        /** The same, where a key for some resources is answered with what is about them. */
        public Declared narrowed(String scope) {
            return new Declared(this, new AccessRule.Scoped(known(scope), true));
        }

        /** For keys with a scope, and for members whose role has it, of the workspace whose id is in the path. */
        public Declared inWorkspace(String scope) {
            return new Declared(this, new AccessRule.InWorkspace(known(scope)));
        }

        /** The same, and for the member himself whose {@code user_id} is in the path. */
        public Declared inWorkspaceOrHimself(String scope) {
            return new Declared(this, new AccessRule.InWorkspaceOrHimself(known(scope)));
        }

        /** For whoever is signed in, and for keys with a scope. */
        public Declared personOr(String scope) {
            return new Declared(this, new AccessRule.PersonOr(known(scope)));
        }

        /** For whoever is signed in. */
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

        /** Adds query parameters that it knows. */
        public Declared taking(String... names) {
            parameters.addAll(List.of(names));
            return this;
        }

        /** Says that somebody else leads browsers here, who may add query parameters of his own. */
        public Declared takingMore() {
            takesMore = true;
            return this;
        }

        /** Says how large a body it takes, where that is more than usual. */
        public Declared upTo(int bytes) {
            bodyBytesMax = bytes;
            return this;
        }

        /** Says what it can answer with besides JSON. */
        public Declared producing(MediaType... types) {
            produces = List.of(types);
            return this;
        }

        /** Says that it is on its way out; the contract has to say so too. */
        public Declared deprecated(Deprecation notice) {
            deprecation = notice;
            return this;
        }

        /** Says what answers it. */
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
