package io.postrider.outbound.http;

import java.net.InetSocketAddress;
import java.util.List;

/** Where a call may connect to, found and checked before anything is sent. */
sealed interface ResolvedTarget {

    /** These addresses, in this order, and no others. */
    record Reachable(List<InetSocketAddress> addresses) implements ResolvedTarget {}

    /** Nowhere. */
    record Unreachable(CallError error) implements ResolvedTarget {}
}
