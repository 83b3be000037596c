package io.postrider.standalone.migrate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.offsets.Partitions;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.standalone.migrate.TopicPlan.Part;
import io.postrider.standalone.migrate.TopicPlan.Placement;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TopicPlanTest {

    static Stream<Topic> topics() {
        return Topics.all().stream();
    }

    /** A new topic needs a plan in {@link TopicPlan}, and a line in docs/operating.md. */
    @ParameterizedTest
    @MethodSource("topics")
    void everyTopicHasAPlan(Topic topic) {
        assertThat(TopicPlan.of(topic)).isNotNull();
    }

    @Test
    void topicsOfCommandsAndSettlementsStay() {
        assertThat(Topics.all().stream().filter(topic -> !TopicPlan.of(topic).copies()))
                .allMatch(topic ->
                        topic.name().matches("postrider\\.(commands|settlements)\\..*")
                                || topic.equals(Topics.QUOTAS)
                                || topic.equals(Topics.DEAD_LETTERS)
                                || topic.equals(Topics.RETRIES));
        assertThat(Topics.all().stream().filter(topic -> topic.retention() == null))
                .as("what is kept for ever is copied")
                .allMatch(topic -> TopicPlan.of(topic).part() == Part.ALL);
    }

    @Test
    void aDataKeyGoesWhereItsSubjectLeads() {
        byte[] key = "ws_1/of/2".getBytes(UTF_8);

        assertThat(Placement.SUBJECT.of(key, 7)).isEqualTo(new Partitions(7).of("ws_1/of"));
    }
}
