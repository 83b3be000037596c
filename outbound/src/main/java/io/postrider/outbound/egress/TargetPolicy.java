package io.postrider.outbound.egress;

import java.net.InetAddress;

/** What a URL must be like to be stored as the target of calls or of a link. */
public final class TargetPolicy {

    private static final int CALL_LENGTH_MAX = 2_048;
    private static final int LINK_LENGTH_MAX = 8_192;

    private final int lengthMax;
    private final Rules rules;

    private TargetPolicy(int lengthMax, Rules rules) {
        this.lengthMax = lengthMax;
        this.rules = rules;
    }

    /** The rules beyond being a well-formed http or https URL. */
    private interface Rules {
        ParseResult<TargetUrl> check(TargetUrl target);
    }

    /**
     * For URLs that Postrider itself calls, those of webhooks and of providers: https, plain http only where the egress policy's allow-list may open the
     * target. Names are not resolved here; every attempt checks the addresses it connects to.
     */
    public static TargetPolicy forCalls(EgressPolicy egress) {
        return new TargetPolicy(CALL_LENGTH_MAX, target -> call(target, egress));
    }

    /** For URLs that browsers are sent to. The egress allow-list says nothing about these, and no name is resolved. */
    public static TargetPolicy forLinkTargets(boolean privateTargetsAllowed) {
        return new TargetPolicy(
                LINK_LENGTH_MAX,
                target -> privateTargetsAllowed ? ParseResult.of(target) : publicLink(target));
    }

    /** Reads and judges a caller's URL. */
    public TargetCheck check(String url) {
        return TargetUrlParser.toCheck(TargetUrlParser.parse(url, lengthMax).then(rules::check));
    }

    private static ParseResult<TargetUrl> call(TargetUrl target, EgressPolicy egress) {
        if (target.fragment() != null) {
            return ParseResult.refused(
                    "fragment_not_allowed", "Expected a URL without a fragment.");
        }
        if (UrlText.hasEncodedControl(target.path())) {
            return ParseResult.refused(
                    "character_not_allowed", "Expected a URL without encoded control characters.");
        }
        return switch (target.host()) {
            case TargetHost.Literal(InetAddress address) -> literal(target, egress.check(address));
            case TargetHost.Name name -> name(target, name, egress);
        };
    }

    private static ParseResult<TargetUrl> literal(TargetUrl target, AddressClass verdict) {
        return switch (verdict) {
            case DENIED -> addressRefused();
            case PUBLIC -> target.secure() ? ParseResult.of(target) : httpsRequired();
            case ALLOW_LISTED -> ParseResult.of(target);
        };
    }

    private static ParseResult<TargetUrl> name(
            TargetUrl target, TargetHost.Name name, EgressPolicy egress) {
        boolean mayBeReached = name.isLocalhost() ? egress.opensLoopback() : egress.opensAnything();
        if (name.isLocal() && !mayBeReached) {
            return addressRefused();
        }
        return target.secure() || mayBeReached ? ParseResult.of(target) : httpsRequired();
    }

    private static ParseResult<TargetUrl> publicLink(TargetUrl target) {
        boolean isPublic =
                switch (target.host()) {
                    case TargetHost.Literal(InetAddress address) ->
                            EgressPolicy.publicOnly().check(address) == AddressClass.PUBLIC;
                    case TargetHost.Name name -> !name.isLocalhost();
                };
        return isPublic ? ParseResult.of(target) : addressRefused();
    }

    private static ParseResult<TargetUrl> httpsRequired() {
        return ParseResult.refused("https_required", "Expected a URL that begins with https://.");
    }

    private static ParseResult<TargetUrl> addressRefused() {
        return ParseResult.refused(
                "address_not_allowed",
                "The host of the URL has a private, local or reserved address.");
    }
}
