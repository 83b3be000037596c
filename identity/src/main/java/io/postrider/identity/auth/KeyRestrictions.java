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

/** From where a key may be used: addresses of the network, and pages in browsers. */
final class KeyRestrictions {

    private final ClientAddress addresses;
    private final Optional<String> own;

    KeyRestrictions(ClientAddress addresses, PublicAddress address) {
        this.addresses = addresses;
        this.own = address.origin();
    }

    /** The address that a request comes from; empty if it is not known. */
    String address(ServerRequest request) {
        return addresses.of(request).map(NetUtil::bytesToIpAddress).orElse("");
    }

    /** Whether a key may be used from the address that a request comes from. */
    boolean isAddressAllowed(KnownKey known, ServerRequest request) {
        if (known.key().ipAllow().isEmpty()) {
            return true;
        }
        Optional<byte[]> address = addresses.of(request);
        return address.isPresent()
                && known.allowed().stream().anyMatch(block -> block.contains(address.get()));
    }

    /**
     * What is wrong with the page that a request comes from. Only browsers say which page that is, so this keeps a key that
     * is seen in one page from being used in others, and nobody from using it without a browser.
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
