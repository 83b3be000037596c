package io.postrider.outbound.egress;

import io.postrider.platform.net.AddressBlock;
import io.postrider.platform.net.IpLiteral;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which addresses outbound calls may reach: the public internet, and what the operator's allow-list opens. */
public final class EgressPolicy {

    private static final List<InetAddress> LOOPBACKS =
            Stream.of("127.0.0.1", "::1")
                    .flatMap(text -> IpLiteral.parse(text).stream())
                    .map(IpLiteral::address)
                    .toList();

    private final List<AddressBlock> allowed;
    private final Supplier<Set<InetAddress>> own;

    private EgressPolicy(List<AddressBlock> allowed, Supplier<Set<InetAddress>> own) {
        this.allowed = List.copyOf(allowed);
        this.own = own;
    }

    /** The policy without an allow-list: the public internet alone. */
    public static EgressPolicy publicOnly() {
        return new EgressPolicy(List.of(), Set::of);
    }

    /**
     * Reads an allow-list: blocks such as {@code 10.0.0.0/8,fd00::/8}, separated by commas; blank is none.
     *
     * @throws IllegalArgumentException naming the block that cannot be read
     */
    public static EgressPolicy parse(String blocks) {
        List<AddressBlock> allowed = new ArrayList<>();
        if (!blocks.isBlank()) {
            for (String block : blocks.split(",", -1)) {
                allowed.add(block(block.strip()));
            }
        }
        return new EgressPolicy(allowed, Set::of);
    }

    private static AddressBlock block(String text) {
        try {
            AddressBlock block = AddressBlock.parse(text).requireAligned();
            // Addresses are unmapped before they are checked, so none lies in a block of mapped
            // ones.
            if (IpLiteral.unmapped(block.network()).length != block.network().length) {
                throw new IllegalArgumentException(
                        "address: %s (expected: an IPv4 or IPv6 address)"
                                .formatted(text.replaceFirst("/.*", "")));
            }
            return block;
        } catch (IllegalArgumentException unreadable) {
            throw new IllegalArgumentException(
                    "block '" + text + "': " + unreadable.getMessage(), unreadable);
        }
    }

    /**
     * This policy, denying this machine's own addresses too, public ones included, unless the allow-list opens them:
     * what listens here for the neighbours is not for callers' targets.
     *
     * @param addresses asked at every check
     */
    public EgressPolicy denying(Supplier<Set<InetAddress>> addresses) {
        return new EgressPolicy(allowed, addresses);
    }

    /** Judges one address by its bytes; an IPv4-mapped IPv6 address is the IPv4 address. */
    public AddressClass check(InetAddress address) {
        byte[] bytes = IpLiteral.unmapped(address.getAddress());
        if (isAllowListed(bytes)) {
            return AddressClass.ALLOW_LISTED;
        }
        boolean denied =
                SpecialAddresses.contains(bytes) || own.get().contains(IpLiteral.address(bytes));
        return denied ? AddressClass.DENIED : AddressClass.PUBLIC;
    }

    /** Opening a translator's prefix does not open the private addresses behind it. */
    private boolean isAllowListed(byte[] bytes) {
        if (allowed.stream().noneMatch(block -> block.contains(bytes))) {
            return false;
        }
        Optional<byte[]> embedded = SpecialAddresses.embedded(bytes);
        return embedded.map(inner -> check(IpLiteral.address(inner)) != AddressClass.DENIED)
                .orElse(true);
    }

    /**
     * Whether a call to the target may connect to the address: plain http and single-label names reach only what the
     * allow-list opens.
     */
    public boolean admits(TargetUrl target, InetAddress address) {
        return switch (check(address)) {
            case ALLOW_LISTED -> true;
            case PUBLIC -> target.secure() && !target.host().isLocal();
            case DENIED -> false;
        };
    }

    /** The addresses that {@code localhost} stands for, never asked of a name server. */
    public static List<InetAddress> loopbackAddresses() {
        return LOOPBACKS;
    }

    boolean opensLoopback() {
        return LOOPBACKS.stream().anyMatch(address -> check(address) == AddressClass.ALLOW_LISTED);
    }

    boolean opensAnything() {
        return !allowed.isEmpty();
    }

    /** The allow-list as it was understood, for the start-up log; "none" where there is none. */
    @Override
    public String toString() {
        return allowed.isEmpty()
                ? "none"
                : allowed.stream().map(AddressBlock::toString).collect(Collectors.joining(","));
    }
}
