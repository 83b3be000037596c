package io.postrider.identity.auth;

import io.netty.util.NetUtil;
import io.postrider.domain.keys.ApiKey;
import io.postrider.web.problem.Problem;
import io.postrider.web.server.ClientAddress;
import io.postrider.web.server.PublicAddress;
import io.postrider.web.server.WebOrigin;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.server.ServerRequest;

/** The restrictions of a key: networks and web origins. */
final class KeyRestrictions {

    private final ClientAddress addresses;
    private final Optional<String> own;

    KeyRestrictions(ClientAddress addresses, PublicAddress address) {
        this.addresses = addresses;
        this.own = address.origin();
    }

    /** The client's address; empty if it is not known. */
    String address(ServerRequest request) {
        return addresses.of(request).map(NetUtil::bytesToIpAddress).orElse("");
    }

    /** Whether the key allows the client's address. */
    boolean isAddressAllowed(KnownKey known, ServerRequest request) {
        if (known.key().ipAllow().isEmpty()) {
            return true;
        }
        Optional<byte[]> address = addresses.of(request);
        return address.isPresent()
                && known.allowed().stream().anyMatch(block -> block.contains(address.get()));
    }

    /**
     * The problem with the page that sends a request. Only browsers name the page, so this prevents the use of a published key
     * on other pages, and not its use without a browser.
     */
    Optional<Problem> originObjection(ApiKey key, ServerRequest request) {
        List<String> given = request.headers().header(HttpHeaders.ORIGIN);
        if (given.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> origin =
                given.size() == 1 ? WebOrigin.parse(given.getFirst()) : Optional.empty();
        boolean isAllowed =
                origin.isPresent() && (origin.equals(own) || key.origins().contains(origin.get()));
        return isAllowed
                ? Optional.empty()
                : Optional.of(
                        Problem.of(
                                403,
                                "origin_not_allowed",
                                "The key does not allow the origin of this page."));
    }
}
