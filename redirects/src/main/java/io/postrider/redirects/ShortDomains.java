package io.postrider.redirects;

import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Which short domain a request is for: the one it names, if it is one, and else the default. */
public final class ShortDomains {

    private final String defaultDomain;
    private final @Nullable Predicate<String> others;

    /**
     * Domains of which one is the default.
     *
     * @param others whether a host in lower case is a short domain too; called on event loops
     */
    public ShortDomains(String defaultDomain, Predicate<String> others) {
        this.defaultDomain = defaultDomain;
        this.others = others;
    }

    private ShortDomains(String defaultDomain) {
        this.defaultDomain = defaultDomain;
        this.others = null;
    }

    /** One domain, whatever a request names. */
    public static ShortDomains only(String defaultDomain) {
        return new ShortDomains(defaultDomain);
    }

    String defaultDomain() {
        return defaultDomain;
    }

    /**
     * The short domain.
     *
     * @param authority a host with or without a port, as sent
     */
    String of(@Nullable String authority) {
        if (others == null || authority == null) {
            return defaultDomain;
        }
        String host = withoutPort(authority).toLowerCase(Locale.ROOT);
        return others.test(host) ? host : defaultDomain;
    }

    private static String withoutPort(String authority) {
        int colon = authority.lastIndexOf(':');
        return colon < 0 || authority.endsWith("]") ? authority : authority.substring(0, colon);
    }
}
