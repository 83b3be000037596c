package io.postrider.outbound.delivery;

/**
 * The deliveries of a partition that have not ended.
 *
 * @param ofFullestLane those of the lane that has most
 * @param inHand attempts of the lanes that share permits and have most
 */
public record PartitionLoad(int deliveries, int ofFullestLane, int inHand) {

    /** The load of a partition that another process has. */
    static final PartitionLoad NONE = new PartitionLoad(0, 0, 0);
}
