package io.postrider.platform.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.apache.kafka.streams.Topology;
import org.junit.jupiter.api.Test;

class MembershipTest {

    private static final String NAME = "main.consumer.group.instance.id";

    private static String nameOf(String... topics) {
        Properties properties = new Properties();
        properties.put(NAME, "edge-1");
        return Membership.of(new Topology().addSource("in", topics), properties).getProperty(NAME);
    }

    @Test
    void aRestartTakesTheOldPlaceAndANewTopicANewOne() {
        assertThat(nameOf("a", "b")).isEqualTo(nameOf("b", "a")).matches("edge-1-[0-9a-f]{1,8}");
        assertThat(nameOf("a", "b", "c")).isNotEqualTo(nameOf("a", "b"));
        assertThat(nameOf("a")).isNotEqualTo(nameOf("b"));
    }

    @Test
    void membersWithoutANameHaveNone() {
        assertThat(Membership.of(new Topology().addSource("in", "a"), new Properties())).isEmpty();
    }
}
