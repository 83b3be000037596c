package io.postrider.standalone.migrate;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.platform.offsets.LanePartitions;
import io.postrider.platform.offsets.Partitions;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Utils;

/**
 * What happens to a topic when the log is moved.
 *
 * @param part the records that are copied
 * @param placement how the key of a record determines its partition
 */
record TopicPlan(Part part, Placement placement) {

    /** The records of a topic that are copied. */
    enum Part {
        /** All: nothing else has what they say. */
        ALL,
        /** Those that an application has not processed: the rest is in its stores, or in other topics. */
        UNPROCESSED,
        /** None: they name offsets, or are of no use after a stop. */
        NONE
    }

    /** How the key of a record determines its partition. */
    enum Placement {
        AGGREGATE {
            @Override
            int of(byte[] key, int partitions) {
                return new Partitions(partitions).of(new String(key, UTF_8));
            }
        },
        /** An aggregate, a slash, and what distinguishes the records of the aggregate. */
        SUBJECT {
            @Override
            int of(byte[] key, int partitions) {
                String text = new String(key, UTF_8);
                return new Partitions(partitions).of(text.substring(0, text.lastIndexOf('/')));
            }
        },
        /** As Kafka's producer does. */
        KEY {
            @Override
            int of(byte[] key, int partitions) {
                return Utils.toPositive(Utils.murmur2(key)) % partitions;
            }
        },
        LANE {
            @Override
            int of(byte[] key, int partitions) {
                return LanePartitions.of(new String(key, UTF_8), partitions);
            }
        };

        abstract int of(byte[] key, int partitions);
    }

    private static final Map<String, TopicPlan> PLANS = new HashMap<>();

    static {
        for (Context context : Context.values()) {
            plan(Part.ALL, Placement.AGGREGATE, List.of(context.events()));
            plan(
                    Part.NONE,
                    Placement.AGGREGATE,
                    List.of(context.commands(), context.settlements()));
        }
        plan(
                Part.ALL,
                Placement.AGGREGATE,
                List.of(
                        Topics.CLICKS,
                        Topics.LISTINGS,
                        Topics.PUBLISHED,
                        Topics.DELIVERIES,
                        Topics.ATTEMPTS,
                        Topics.AUDIT,
                        Topics.SEND_ATTEMPTS));
        plan(Part.ALL, Placement.SUBJECT, List.of(Topics.SECRETS));
        plan(Part.ALL, Placement.KEY, List.of(Topics.LAST_SEEN, Topics.COMPLETIONS));
        plan(
                Part.UNPROCESSED,
                Placement.AGGREGATE,
                List.of(
                        Topics.INGEST,
                        Topics.SENDS,
                        Topics.EFFECTS,
                        Topics.EFFECT_ATTEMPTS,
                        Topics.TURNS));
        plan(Part.UNPROCESSED, Placement.LANE, List.of(Topics.CLICKS_RAW));
        plan(Part.NONE, Placement.KEY, List.of(Topics.QUOTAS, Topics.DEAD_LETTERS, Topics.RETRIES));
    }

    private static void plan(Part part, Placement placement, List<Topic> topics) {
        topics.forEach(topic -> PLANS.put(topic.name(), new TopicPlan(part, placement)));
    }

    /** The plan of a topic; each topic of the catalogue has one. */
    static TopicPlan of(Topic topic) {
        TopicPlan plan = PLANS.get(topic.name());
        if (plan == null) {
            throw new IllegalStateException("no plan for " + topic);
        }
        return plan;
    }

    /** Whether anything of the topic is copied. */
    boolean copies() {
        return part != Part.NONE;
    }
}
