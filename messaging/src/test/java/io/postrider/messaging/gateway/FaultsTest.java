package io.postrider.messaging.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.messages.Message;
import io.postrider.domain.messages.MessageStatus;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.codec.UndecodableException;
import io.postrider.testkit.MemoryFolder;
import io.postrider.testkit.streams.Faults;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Each processor of the gateway throws on one record of each kind among those of a hundred people. */
class FaultsTest {

    private static final int PEOPLE = 100;
    private static final Duration BETWEEN = Duration.ofMillis(200);
    private static final Duration READ = Duration.ofSeconds(2);

    @TempDir(factory = MemoryFolder.class)
    private Path folder;

    private final List<String> sent = new ArrayList<>();

    @TestFactory
    List<DynamicTest> oneRecordIsSetAsideAndARetryBringsItThrough() {
        try (TestGateway gateway = new TestGateway(folder.resolve("any"))) {
            return gateway.process().processors().stream()
                    .map(processor -> dynamicTest(processor, () -> fail(processor)))
                    .toList();
        }
    }

    private void fail(String processor) {
        sent.clear();
        try (TestGateway gateway = new TestGateway(folder.resolve(processor))) {
            fail(gateway, processor);
        }
    }

    private void fail(TestGateway gateway, String processor) {
        Instance instance = gateway.instances.sandbox();
        Faults faults = gateway.process().faults(processor);
        talk(gateway, instance, 0);
        gateway.later(READ);
        int kinds = faults.read();
        assertThat(kinds).isPositive();

        for (int i = 1; i < PEOPLE; i++) {
            if (i % 10 == 0 && i / 10 <= kinds) {
                faults.arm(i / 10 - 1);
            }
            talk(gateway, instance, i);
        }
        gateway.later(READ);

        List<DeadLetter> letters = gateway.setAside();
        assertThat(letters)
                .extracting(
                        letter -> letter.topic() + "/" + letter.partition() + "/" + letter.offset())
                .isEqualTo(faults.thrown());
        assertThat(letters)
                .isNotEmpty()
                .allSatisfy(letter -> {
                    assertThat(letter.processor()).isEqualTo(processor);
                    assertThat(letter.exception()).isEqualTo(UndecodableException.class.getName());
                });
        assertThat(unread(gateway)).hasSizeLessThanOrEqualTo(letters.size());

        letters.forEach(letter -> gateway.process().retry(letter));
        gateway.later(READ);

        assertThat(unread(gateway)).isEmpty();
        assertThat(gateway.setAside()).isEmpty();
    }

    /** Someone writes, and is written to. */
    private void talk(TestGateway gateway, Instance instance, int number) {
        String phone = "1202555" + (1_000 + number);
        gateway.call(
                instance,
                Calls.with("messages", "messages", Calls.text(wamid(number), phone, "Hi")));
        sent.add(gateway.send(instance, "+" + phone));
        gateway.later(BETWEEN);
    }

    /** The messages that have not come, or not become what they are to become. */
    private List<String> unread(TestGateway gateway) {
        List<String> received = gateway.received().stream().map(Message::providerId).toList();
        return Stream.concat(
                        Stream.iterate(0, i -> i < PEOPLE, i -> i + 1)
                                .map(FaultsTest::wamid)
                                .filter(id -> !received.contains(id)),
                        sent.stream()
                                .filter(id -> gateway.message(id).status() != MessageStatus.READ))
                .toList();
    }

    private static String wamid(int number) {
        return "wamid.in-" + number;
    }
}
