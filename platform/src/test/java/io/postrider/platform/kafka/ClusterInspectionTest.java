package io.postrider.platform.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.junit.jupiter.api.Test;

class ClusterInspectionTest {

    private static final KafkaSettings CLUSTER =
            KafkaSettings.single("kafka:9092", Durability.REPLICATED, "n1");

    @Test
    void aDeniedGroupIsNamedWithThePermission() {
        assertThat(rejected(new GroupAuthorizationException("denied")))
                .startsWith("Kafka at kafka:9092 denies READ on group postrider-* (denied);");
        assertThat(rejected(GroupAuthorizationException.forGroupId("postrider-migrate")))
                .startsWith("Kafka at kafka:9092 denies READ on group postrider-migrate (");
    }

    @Test
    void aDeniedTransactionIsNamedWithThePermission() {
        assertThat(rejected(new TransactionalIdAuthorizationException("denied")))
                .startsWith(
                        "Kafka at kafka:9092 denies WRITE on transactional ID postrider-* (denied);");
    }

    @Test
    void silentBrokersAreNamed() {
        assertThatExceptionOfType(LogUnreachableException.class)
                .isThrownBy(() -> fail(new TimeoutException("no answer in 60000 ms")))
                .withMessage(
                        "Kafka at kafka:9092 did not complete a request: no answer in 60000 ms");
        assertThatExceptionOfType(LogUnreachableException.class)
                .isThrownBy(() -> fail(new LogUnreachableException("no answer", null)))
                .withMessage("Kafka at kafka:9092: no answer");
    }

    @Test
    void brokersThatAreNamedStay() {
        var failure = new LogUnreachableException("Kafka at other:9092 is not reachable", null);

        assertThatExceptionOfType(LogUnreachableException.class)
                .isThrownBy(() -> fail(failure))
                .isSameAs(failure);
    }

    private static String rejected(KafkaException failure) {
        return String.valueOf(
                catchThrowableOfType(LogRejectedException.class, () -> fail(failure)).getMessage());
    }

    private static void fail(RuntimeException failure) {
        ClusterInspection.asked(
                CLUSTER,
                () -> {
                    throw failure;
                });
    }
}
