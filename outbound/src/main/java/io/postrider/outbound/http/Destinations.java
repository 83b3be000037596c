package io.postrider.outbound.http;

import io.postrider.outbound.egress.EgressPolicy;
import io.postrider.outbound.egress.TargetHost;
import io.postrider.outbound.egress.TargetUrl;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import reactor.core.publisher.Mono;

/** Resolves a target once per call and checks every address, so that the connection is pinned to a checked one. */
final class Destinations {

    private static final int ADDRESSES_TRIED_MAX = 3;

    private final EgressPolicy policy;
    private final HostResolver resolver;
    private final Duration timeout;

    Destinations(EgressPolicy policy, HostResolver resolver, Duration timeout) {
        this.policy = policy;
        this.resolver = resolver;
        this.timeout = timeout;
    }

    Mono<ResolvedTarget> of(TargetUrl target) {
        return switch (target.host()) {
            case TargetHost.Literal(InetAddress address) ->
                    Mono.just(checked(target, List.of(address)));
            case TargetHost.Name name when name.isLocalhost() -> Mono.just(localhost(target));
            case TargetHost.Name(String name) -> named(target, name);
        };
    }

    /** No name server is asked for localhost, so none can slip an address in: those that are open will do. */
    private ResolvedTarget localhost(TargetUrl target) {
        List<InetAddress> open =
                EgressPolicy.loopbackAddresses().stream()
                        .filter(address -> policy.admits(target, address))
                        .toList();
        return checked(target, open);
    }

    private Mono<ResolvedTarget> named(TargetUrl target, String name) {
        return resolver.resolve(name)
                .timeout(timeout)
                .map(addresses -> checked(target, addresses))
                .onErrorResume(UnknownHostException.class, _ -> dnsFailed())
                .onErrorResume(TimeoutException.class, _ -> dnsFailed());
    }

    private static Mono<ResolvedTarget> dnsFailed() {
        return Mono.just(new ResolvedTarget.Unreachable(CallError.DNS_FAILED));
    }

    /** One private address among public ones rejects all: a mix may be an attempt to reach the private one. */
    private ResolvedTarget checked(TargetUrl target, List<InetAddress> addresses) {
        boolean admitted =
                !addresses.isEmpty()
                        && addresses.stream().allMatch(address -> policy.admits(target, address));
        if (!admitted) {
            return new ResolvedTarget.Unreachable(CallError.ADDRESS_REFUSED);
        }
        return new ResolvedTarget.Reachable(
                addresses.stream()
                        .limit(ADDRESSES_TRIED_MAX)
                        .map(address -> pinned(target, address))
                        .toList());
    }

    /** The checked address under the target's name, which TLS needs for the server name and the certificate. */
    private static InetSocketAddress pinned(TargetUrl target, InetAddress address) {
        return switch (target.host()) {
            case TargetHost.Literal _ -> new InetSocketAddress(address, target.port());
            case TargetHost.Name(String name) ->
                    new InetSocketAddress(named(name, address.getAddress()), target.port());
        };
    }

    private static InetAddress named(String name, byte[] address) {
        try {
            return InetAddress.getByAddress(name, address);
        } catch (UnknownHostException wrongLength) {
            throw new IllegalStateException("address of " + address.length + " bytes", wrongLength);
        }
    }
}
