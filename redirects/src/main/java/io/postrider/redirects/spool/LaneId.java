package io.postrider.redirects.spool;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Names one lane for ever: sequences count within it, and consumers drop duplicates by it. */
record LaneId(String node, int lane) {

    byte[] key() {
        return name().getBytes(UTF_8);
    }

    /** Neighbouring lanes have neighbouring hashes, so a node's lanes spread evenly over the partitions. */
    int partition(int partitions) {
        return Math.floorMod(name().hashCode(), partitions);
    }

    String name() {
        return node + "/" + lane;
    }
}
