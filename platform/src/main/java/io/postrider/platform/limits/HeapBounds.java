package io.postrider.platform.limits;

/**
 * The bytes of the heap that the parts of a process may hold. Each part reads its own here, so that a test can add them up: with
 * the tables of the workspaces they are four fifths of the heap at most.
 */
public final class HeapBounds {

    /** The quarter of a tenant is 32 bodies of 256 KiB, or 4 completions of 2 MiB. */
    public static final int BODIES = 32 << 20;

    /** The quarter of a network is one call of a provider, or 16 bodies of 256 KiB. */
    public static final int BODIES_OF_NETWORKS = 16 << 20;

    /** The quarter of a tenant is more than a page of the largest links. */
    public static final int ANSWERS = 48 << 20;

    public static final int ANSWERS_OF_NETWORKS = 20 << 20;

    /** Two copies of the contract. */
    public static final int ANSWERS_OF_ONE_NETWORK = 8 << 20;

    public static final int WRITE_ANSWERS = 6 << 20;
    public static final int WRITE_ANSWERS_OF_NETWORKS = 2 << 20;
    public static final int EVENT_STREAMS = 16 << 20;

    /** The quarter of a tenant is a request and the largest answer. */
    public static final int COMPLETIONS = 28 << 20;

    public static final int LINKS = 12 << 20;

    /**
     * The memory of one pool; further evaluations wait on disk. The quarter of a workspace has room for four of the largest
     * events.
     */
    public static final int EXPRESSIONS = 4 << 20;

    public static final int USER_AGENTS = 4 << 20;

    /** The clicks of one lane of the spool that are on their way. */
    public static final int SPOOL_LANE = 4 << 20;

    /** Records of a producer that are not sent yet; a batch of each of its partitions is 16 KiB at least. */
    public static final long PRODUCER = 4 << 20;

    /** The same of the producer of appends for callers that wait, which five parts share. */
    public static final long APPENDS = 18 << 20;

    /** The share of one part; a sixth of the buffer is for batches that are not full. */
    public static final int APPENDS_SHARE = (int) (APPENDS / 6);

    /** The same of the producer of outcomes, which three services share. */
    public static final long OUTCOMES = 4 << 20;

    /** The same of the producer of records that no request depends on, which three parts share. */
    public static final long BEST_EFFORT = 6 << 20;

    /** The share of one part; a quarter of the buffer is for batches that are not full. */
    public static final int BEST_EFFORT_SHARE = (int) (BEST_EFFORT / 4);

    /** The same of producers of commands, and of the deciders, which write to the topics of all contexts of a group. */
    public static final long GROUP_PRODUCER = 8 << 20;

    /** Deliveries of a partition that are not committed yet. */
    public static final long UNCOMMITTED_DELIVERIES = 1 << 20;

    private HeapBounds() {}
}
