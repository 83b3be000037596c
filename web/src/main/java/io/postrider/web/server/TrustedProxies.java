package io.postrider.web.server;

import io.postrider.platform.net.IpLiteral;
import io.postrider.platform.settings.Settings.SettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The proxies whose X-Forwarded-For is trusted; it is ignored from any other peer. */
public final class TrustedProxies {

    private static final String SETTING = "POSTRIDER_TRUSTED_PROXIES";

    private static final String FORWARDED_FOR = "X-Forwarded-For";
    private static final int HOPS_MAX = 32;

    private final List<ClientBlock> blocks;

    private TrustedProxies(List<ClientBlock> blocks) {
        this.blocks = blocks;
    }

    /** No proxy is trusted. */
    public static TrustedProxies none() {
        return new TrustedProxies(List.of());
    }

    /**
     * Reads a list of CIDRs separated by commas.
     *
     * @throws SettingException for the first entry that is none
     */
    public static TrustedProxies parse(String cidrs) {
        List<ClientBlock> blocks = new ArrayList<>();
        for (String text : cidrs.split(",", -1)) {
            blocks.add(
                    ClientBlock.parse(text.strip())
                            .orElseThrow(() ->
                                    new SettingException(
                                            SETTING, text, "CIDRs separated by commas")));
        }
        return new TrustedProxies(List.copyOf(blocks));
    }

    /** Whether an address of 4 or 16 bytes belongs to a proxy. */
    public boolean trusts(byte[] address) {
        for (ClientBlock block : blocks) {
            if (block.contains(address)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The address of the client behind the proxies: from the end of the list, where the nearest proxy wrote, the first address
     * that is not a trusted proxy. Any client may have written the addresses before it.
     *
     * @param peer address of the connection's peer, 4 or 16 bytes
     * @param headers returns the values of a header by its name
     */
    public byte[] caller(byte[] peer, Function<String, List<String>> headers) {
        if (blocks.isEmpty() || !trusts(peer)) {
            return peer;
        }
        String chain = String.join(",", headers.apply(FORWARDED_FOR));
        byte[] nearest = peer;
        int end = chain.length();
        for (int hops = 0; hops < HOPS_MAX && end > 0 && trusts(nearest); hops++) {
            int comma = chain.lastIndexOf(',', end - 1);
            Optional<byte[]> before = IpLiteral.parse(withoutPort(chain.substring(comma + 1, end)));
            if (before.isEmpty()) {
                return nearest;
            }
            nearest = IpLiteral.unmapped(before.get());
            end = comma;
        }
        return nearest;
    }

    private static String withoutPort(String text) {
        String hop = text.strip();
        if (hop.startsWith("[")) {
            int close = hop.indexOf(']');
            return close < 0 ? hop : hop.substring(1, close);
        }
        int colon = hop.indexOf(':');
        return colon >= 0 && colon == hop.lastIndexOf(':') ? hop.substring(0, colon) : hop;
    }
}
