package io.postrider.redirects.spool;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.platform.offsets.LanePartitions;

/** Names one lane for ever: sequences count within it, and consumers drop duplicates by it. */
record LaneId(String node, int lane) {

    byte[] key() {
        return name().getBytes(UTF_8);
    }

    int partition(int partitions) {
        return LanePartitions.of(name(), partitions);
    }

    String name() {
        return node + "/" + lane;
    }
}
