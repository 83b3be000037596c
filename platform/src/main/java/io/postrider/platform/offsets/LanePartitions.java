package io.postrider.platform.offsets;

/** Which partition of raw clicks a lane of the click spool writes to. */
public final class LanePartitions {

    private LanePartitions() {}

    /** The partition of a lane. Neighbouring lanes have neighbouring hashes, so a node's lanes spread evenly. */
    public static int of(String lane, int partitions) {
        return Math.floorMod(lane.hashCode(), partitions);
    }
}
