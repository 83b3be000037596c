package io.postrider.standalone.migrate;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Where the entries of stores go, by the formats of their keys. */
class StoreRulesTest {

    private static final String DECIDER = "postrider-resource-decider";
    private static final String DISPATCHER = "postrider-dispatcher";
    private static final String ENGINE = "postrider-automation";
    private static final String LINK = "go.test/a";
    private static final byte LINKS = 3;
    private static final byte[] VALUE = {1, 2, 3};
    private static final List<Integer> ALL = IntStream.range(0, Moves.PARTITIONS).boxed().toList();

    private final ValueCodec<CommandOutcome> outcomes =
            ValueCodec.outcomes(LockedSchemaIds.shipped());

    @Test
    void anAggregateGoesWhereItsCommandsGo() {
        assertThat(places(new Moves(DECIDER).of("aggregates", key(LINKS, LINK), VALUE)))
                .containsExactly(Moves.partition(LINK));
        assertThat(
                        places(
                                new Moves(DECIDER)
                                        .of("aggregates", key((byte) (0x80 | LINKS), LINK), VALUE)))
                .as("its count")
                .containsExactly(Moves.partition(LINK));
        assertThat(places(new Moves(DECIDER).of("due", due(LINK), VALUE)))
                .containsExactly(Moves.partition(LINK));
    }

    @Test
    void offsetsOfCommandsStay() {
        assertThat(new Moves(DECIDER).of("aggregates", key((byte) (0x20 | LINKS), ""), VALUE))
                .isEmpty();
    }

    @Test
    void theVersionOfTheLogicIsInherited() {
        assertThat(
                        places(
                                new Moves(DECIDER)
                                        .of("aggregates", key((byte) (0x40 | LINKS), ""), VALUE)))
                .containsExactly(1, 3, 5);
    }

    @Test
    void anOutcomeAndItsExpiryStayTogether() {
        byte[] entry = key((byte) 1, "\u0003scope");
        byte[] expiry =
                ByteBuffer.allocate(15)
                        .put((byte) 2)
                        .put(LINKS)
                        .putLong(9)
                        .put("scope".getBytes(UTF_8))
                        .array();
        Moves moves = new Moves(DECIDER);

        List<Moves.Entry> moved = moves.of("outcomes", entry, outcomes.encode(outcome()));

        assertThat(places(moved)).containsExactly(Moves.partition(LINK));
        CommandOutcome found = outcomes.decode(moved.getFirst().value());
        assertThat(found.changed()).isEqualTo(-1);
        assertThat(found.partition()).isEqualTo(Moves.partition(LINK));
        assertThat(found.commandId()).isEqualTo("cmd_1");
        assertThat(places(moves.of("outcomes", expiry, new byte[0])))
                .containsExactly(Moves.partition(LINK));
        assertThat(new Moves(DECIDER).of("outcomes", expiry, new byte[0]))
                .as("an expiry without its outcome")
                .isEmpty();
    }

    @Test
    void thePositionOfTheQueueIsThatOfItsTopic() {
        List<Moves.Entry> moved =
                new Moves(DISPATCHER).of("queue", new byte[] {(byte) 0x82}, new byte[8]);

        assertThat(places(moved)).containsExactly(1, 3, 5);
        assertThat(ByteBuffer.wrap(moved.getFirst().value()).getLong())
                .isEqualTo(Moves.PROCESSED - 1);
    }

    @Test
    void thePlaceOfADeliveryGoesWhereItsEndpointLeads() {
        byte[] place =
                ByteBuffer.allocate(32 + 8 + 64)
                        .put("whk_1".getBytes(US_ASCII))
                        .position(32)
                        .putLong(5)
                        .put("dlv_1".getBytes(US_ASCII))
                        .array();

        assertThat(places(new Moves(DISPATCHER).of("queue", place, VALUE)))
                .containsExactly(Moves.partition("whk_1"));
    }

    @Test
    void whatWasFinishedLastIsKnownEverywhere() {
        byte[] old = finished(1_000, "dlv_old");
        byte[] recent = finished(4_000_000, "dlv_new");
        Moves moves = new Moves(DISPATCHER).with("done", recent, new byte[0]);

        List<Moves.Entry> moved = moves.of("done", recent, new byte[0]);

        assertThat(moved.stream().map(Moves.Entry::keyText).distinct())
                .contains("idlv_new")
                .hasSize(2);
        assertThat(places(moved)).containsAll(ALL);
        assertThat(moves.of("done", old, new byte[0])).isEmpty();
        assertThat(moves.of("done", "idlv_new".getBytes(US_ASCII), new byte[0])).isEmpty();
    }

    @Test
    void runsThatWaitComeBeforeThoseThatWillWait() {
        String place = String.format("%019d", 12);
        Moves moves = new Moves(ENGINE);

        List<Moves.Entry> waiting =
                moves.of("flow", ascii("q/rule_1/g/" + place + "/run_1"), VALUE);
        List<Moves.Entry> run =
                moves.of("flow", ascii("w/rule_1/run_1"), ascii("g/" + place + "/2"));

        assertThat(places(waiting)).containsExactly(Moves.partition("rule_1"));
        assertThat(waiting.getFirst().keyText())
                .isEqualTo("q/rule_1/g/!" + place + "/run_1")
                .isLessThan("q/rule_1/g/" + String.format("%019d", 0) + "/run_2");
        assertThat(new String(run.getFirst().value(), US_ASCII)).isEqualTo("g/!" + place + "/2");
        assertThat(moves.of("flow", ascii("w/rule_1/run_2"), ascii("g/-/2")).getFirst().value())
                .asString()
                .isEqualTo("g/-/2");
    }

    @Test
    void limitsGoWhereTheirRuleLeads() {
        Moves moves = new Moves(ENGINE);

        assertThat(places(moves.of("flow", ascii("c/rule_1/g/60000/9"), VALUE)))
                .containsExactly(Moves.partition("rule_1"));
        assertThat(places(moves.of("flow", ascii("x/0009/c/rule_1/g/60000/9"), VALUE)))
                .containsExactly(Moves.partition("rule_1"));
        assertThat(places(moves.of("flow", ascii("d/0009/h/rule_1/g"), VALUE)))
                .containsExactly(Moves.partition("rule_1"));
        assertThat(places(moves.of("flow", ascii("h/rule_1/g"), VALUE)))
                .containsExactly(Moves.partition("rule_1"));
        assertThat(places(moves.of("flow", ascii("g/run_1"), VALUE))).isEqualTo(ALL);
        assertThat(places(moves.of("flow", ascii("x/0009/g/run_1"), VALUE))).isEqualTo(ALL);
        assertThat(places(moves.of("flow", ascii("o/run_1/begin1"), VALUE)))
                .containsExactly(Moves.FROM);
    }

    @Test
    void idsOfAProviderGoWhereTheirInstanceLeads() {
        Moves moves = new Moves("postrider-gateway");

        assertThat(places(moves.of("groups", ascii("r/inst_1/7"), VALUE)))
                .containsExactly(Moves.partition("inst_1"));
        assertThat(places(moves.of("provider-ids", windowed("inst_1/wamid.1"), VALUE)))
                .containsExactly(Moves.partition("inst_1"));
    }

    private static List<Integer> places(List<Moves.Entry> moved) {
        return moved.stream().map(Moves.Entry::partition).toList();
    }

    private static byte[] key(byte table, String text) {
        byte[] rest = text.getBytes(UTF_8);
        return ByteBuffer.allocate(1 + rest.length).put(table).put(rest).array();
    }

    private static byte[] due(String aggregate) {
        byte[] rest = aggregate.getBytes(UTF_8);
        return ByteBuffer.allocate(9 + rest.length).putLong(7).put(LINKS).put(rest).array();
    }

    private static byte[] finished(long millis, String id) {
        byte[] rest = ascii(id);
        return ByteBuffer.allocate(9 + rest.length)
                .put((byte) 't')
                .putLong(millis)
                .put(rest)
                .array();
    }

    private static byte[] windowed(String text) {
        byte[] rest = ascii(text);
        return ByteBuffer.allocate(rest.length + 12).put(rest).putLong(-5).putInt(0).array();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }

    private static CommandOutcome outcome() {
        return new CommandOutcome(
                "cmd_1",
                LINK,
                CommandOutcome.ACCEPTED,
                1,
                VALUE,
                null,
                0,
                500,
                500,
                "hash",
                Instant.EPOCH,
                false);
    }
}
