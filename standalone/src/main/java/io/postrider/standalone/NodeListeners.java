package io.postrider.standalone;

import io.postrider.platform.nodes.NodeAddress;
import io.postrider.platform.settings.Settings;
import io.postrider.platform.settings.Settings.SettingException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The addresses of this machine on which a node listens to the others: the one that they know, and no others. */
final class NodeListeners {

    /** The setting of the listening address, if it differs from the known one, as behind a NAT. */
    static final String BIND = "POSTRIDER_NODE_BIND";

    private static final String EXPECTED_BIND =
            "IP addresses of this machine, separated by commas; 0.0.0.0 or :: for all";

    private NodeListeners() {}

    /**
     * The addresses to listen on; none for a single node.
     *
     * @throws SettingException if that is not on this machine
     */
    static List<InetSocketAddress> read(Settings settings, Optional<NodeAddress> known) {
        if (known.isEmpty()) {
            return List.of();
        }
        NodeAddress address = known.get();
        Optional<String> bind = settings.text(BIND);
        return (bind.isPresent() ? literals(bind.get()) : own(address))
                .stream().map(ip -> new InetSocketAddress(ip, address.port())).toList();
    }

    /** Requires that no server listens on one of them. */
    static void requireFree(
            Settings settings, Optional<NodeAddress> known, InetSocketAddress socket) {
        Optional<String> bind = settings.text(BIND);
        FreePort.require(
                bind.isPresent() ? BIND : ServiceSettings.ADDRESS,
                bind.or(() -> known.map(NodeAddress::toString)).orElse(""),
                socket);
    }

    private static List<InetAddress> literals(String text) {
        try {
            return Arrays.stream(text.split(",", -1))
                    .map(String::strip)
                    .map(InetAddress::ofLiteral)
                    .distinct()
                    .toList();
        } catch (IllegalArgumentException _) {
            throw new SettingException(BIND, text, EXPECTED_BIND);
        }
    }

    private static List<InetAddress> own(NodeAddress address) {
        List<InetAddress> all = resolved(address);
        if (all.stream().anyMatch(InetAddress::isAnyLocalAddress)) {
            throw new SettingException(
                    ServiceSettings.ADDRESS,
                    address.toString(),
                    "the address at which other nodes reach this node; the listening address is set in "
                            + BIND);
        }
        List<InetAddress> own = all.stream().filter(NodeListeners::isHere).toList();
        if (own.isEmpty()) {
            throw new SettingException(
                    ServiceSettings.ADDRESS,
                    address.toString(),
                    "an address of this machine; it stands for %s, so %s must say where to listen"
                            .formatted(all, BIND));
        }
        return own;
    }

    private static List<InetAddress> resolved(NodeAddress address) {
        try {
            return Arrays.stream(InetAddress.getAllByName(address.host())).distinct().toList();
        } catch (UnknownHostException e) {
            throw new SettingException(
                    ServiceSettings.ADDRESS,
                    address.toString(),
                    "a host that this machine can resolve; " + e.getMessage());
        }
    }

    /** No list of interfaces has all addresses that can be bound: all of 127.0.0.0/8 can. */
    private static boolean isHere(InetAddress address) {
        try (ServerSocket _ = new ServerSocket(0, 1, address)) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }
}
