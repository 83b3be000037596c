package io.postrider.platform.nodes;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The address at which other nodes of the installation reach a node, over the internal network only. */
public record NodeAddress(String host, int port) {

    private static final Pattern FORM =
            Pattern.compile("([A-Za-z0-9._-]{1,253}|\\[[0-9a-fA-F:.]+]):([0-9]{1,5})");
    private static final int PORT_MAX = 65_535;

    /** Reads {@code host:port}, IPv6 in brackets; empty for any text that is none. */
    public static Optional<NodeAddress> parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            return Optional.empty();
        }
        int port = Integer.parseInt(form.group(2));
        return port >= 1 && port <= PORT_MAX
                ? Optional.of(new NodeAddress(form.group(1), port))
                : Optional.empty();
    }

    /** Reads addresses separated by commas; empty if any of them is none. */
    public static Optional<List<NodeAddress>> parseAll(String text) {
        List<Optional<NodeAddress>> each =
                Arrays.stream(text.split(",", -1)).map(NodeAddress::parse).toList();
        return each.stream().allMatch(Optional::isPresent)
                ? Optional.of(each.stream().flatMap(Optional::stream).toList())
                : Optional.empty();
    }

    /** {@code host:port}. */
    @Override
    public String toString() {
        return host + ":" + port;
    }
}
