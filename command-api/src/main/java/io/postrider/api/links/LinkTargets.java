package io.postrider.api.links;

import io.postrider.domain.kernel.FieldError;
import io.postrider.outbound.egress.TargetCheck;
import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.outbound.egress.TargetUrl;
import io.postrider.web.server.PublicAddress;
import java.net.URI;
import java.util.Optional;
import java.util.function.Consumer;

/** The rule for targets of links: any address that the policy allows, except this service. */
final class LinkTargets {

    private final TargetPolicy policy;
    private final String host;
    private final int port;
    private final boolean usualPort;

    LinkTargets(TargetPolicy policy, PublicAddress address) {
        this.policy = policy;
        URI own = URI.create(address.baseUrl());
        this.host = address.domain();
        this.usualPort = own.getPort() < 0;
        this.port = own.getPort();
    }

    /** The URL in its canonical form; an invalid one is a field error. */
    String checked(String field, String url, Consumer<FieldError> faults) {
        return switch (policy.check(url)) {
            case TargetCheck.Refused(String code, String detail) -> {
                faults.accept(new FieldError("/" + field, code, detail));
                yield url;
            }
            case TargetCheck.Accepted(TargetUrl target) -> {
                if (isOwn(target)) {
                    faults.accept(
                            new FieldError(
                                    "/" + field,
                                    "points_to_itself",
                                    "The target of a short link cannot be a short link."));
                }
                yield target.toString();
            }
        };
    }

    /** The same for an optional URL. */
    Optional<String> checked(String field, Optional<String> url, Consumer<FieldError> faults) {
        return url.map(text -> checked(field, text, faults));
    }

    private boolean isOwn(TargetUrl target) {
        boolean samePort =
                usualPort ? target.port() == 80 || target.port() == 443 : target.port() == port;
        return samePort && target.host().text().equals(host);
    }
}
