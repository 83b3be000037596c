package io.postrider.platform.views;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CommandWatermarkTest {

    private static final int COMMANDS = 200;
    private static final int ROUNDS = 2_000;

    private final long seed = Long.getLong("postrider.seed", new Random().nextLong());
    private final Random random = new Random(seed);

    /** What two topics hold after some commands: the commands, by the offset of their record. */
    private record Log(List<Long> events, List<Long> settlements) {}

    /** A reader of both topics, which can lose its memory. */
    private static final class Reader {
        private final Log log;
        private final int rangesMax;
        private int event;
        private int settlement;
        private CommandWatermark mark;
        private int storedEvent;
        private int storedSettlement;
        private long storedMark = -1;

        Reader(Log log, int rangesMax) {
            this.log = log;
            this.rangesMax = rangesMax;
            this.mark = new CommandWatermark(-1, rangesMax);
        }

        boolean ended() {
            return event == log.events().size() && settlement == log.settlements().size();
        }

        void readEvent() {
            if (event < log.events().size()) {
                mark.reached(log.events().get(event++));
            }
        }

        void readSettlement() {
            if (settlement < log.settlements().size()
                    && mark.settled(log.settlements().get(settlement), settlement)) {
                settlement++;
            }
        }

        void store() {
            storedEvent = event;
            storedSettlement = Math.toIntExact(mark.firstPending().orElse(settlement));
            storedMark = mark.applied();
        }

        void crash() {
            event = storedEvent;
            settlement = storedSettlement;
            mark = new CommandWatermark(storedMark, rangesMax);
        }
    }

    @Test
    void anEventMovesTheMarkOverAllEarlierCommands() {
        CommandWatermark mark = new CommandWatermark(-1, 10);

        mark.reached(7);
        mark.reached(3);

        assertThat(mark.applied()).isEqualTo(7);
    }

    @Test
    void aSettlementMovesTheMarkOnlyIfItFollowsOnIt() {
        CommandWatermark mark = new CommandWatermark(4, 10);

        mark.settled(6, 0);
        assertThat(mark.applied()).isEqualTo(4);
        assertThat(mark.firstPending()).hasValue(0);

        mark.settled(5, 1);
        assertThat(mark.applied()).isEqualTo(6);
        assertThat(mark.firstPending()).isEmpty();
    }

    @Test
    void aSettlementIsPendingUntilTheEventsBeforeItAreRead() {
        CommandWatermark mark = new CommandWatermark(-1, 10);

        mark.settled(2, 0);
        mark.settled(3, 1);
        mark.settled(5, 2);
        mark.reached(1);
        assertThat(mark.applied()).isEqualTo(3);
        assertThat(mark.firstPending()).hasValue(2);

        mark.reached(4);
        assertThat(mark.applied()).isEqualTo(5);
        assertThat(mark.isPending()).isFalse();
    }

    @Test
    void aRunOfSettlementsTakesOneRange() {
        CommandWatermark mark = new CommandWatermark(-1, 1);

        for (int command = 1; command <= 10_000; command++) {
            assertThat(mark.settled(command, command)).isTrue();
        }
        assertThat(mark.settled(10_002, 10_001)).isFalse();
        mark.reached(0);

        assertThat(mark.applied()).isEqualTo(10_000);
        assertThat(mark.settled(10_002, 10_001)).isTrue();
    }

    @Test
    void aSettlementThatClosesAGapNeedsNoRoom() {
        CommandWatermark mark = new CommandWatermark(-1, 2);
        mark.settled(1, 0);
        mark.settled(3, 1);

        assertThat(mark.settled(5, 2)).isFalse();
        assertThat(mark.settled(2, 3)).isTrue();
        assertThat(mark.settled(5, 2)).isTrue();
        assertThat(mark.firstPending()).hasValue(0);
    }

    @Test
    void commandsThatRetentionDeletedCountAsApplied() {
        CommandWatermark mark = new CommandWatermark(10, 10);
        mark.settled(20, 0);
        mark.settled(21, 1);
        mark.settled(30, 2);

        mark.reached(20 - 1);

        assertThat(mark.applied()).isEqualTo(21);
        assertThat(mark.firstPending()).hasValue(2);
    }

    @Test
    void retentionThatCutsARangeLeavesNothingOfItPending() {
        CommandWatermark mark = new CommandWatermark(-1, 10);
        for (int command = 5; command <= 9; command++) {
            mark.settled(command, command);
        }

        mark.reached(6);

        assertThat(mark.applied()).isEqualTo(9);
        assertThat(mark.firstPending()).isEqualTo(OptionalLong.empty());
    }

    @Test
    void duplicatesChangeNothing() {
        CommandWatermark mark = new CommandWatermark(-1, 10);
        mark.settled(3, 7);
        mark.settled(4, 8);
        mark.settled(3, 9);
        mark.settled(4, 10);
        assertThat(mark.firstPending()).hasValue(7);

        mark.reached(2);
        mark.settled(3, 11);

        assertThat(mark.applied()).isEqualTo(4);
        assertThat(mark.isPending()).isFalse();
    }

    @Test
    void theMarkNeverPassesAnEventThatIsNotReadAndEndsAtTheLastCommand() {
        for (int round = 0; round < ROUNDS; round++) {
            Log log = log();
            Reader reader = new Reader(log, 1 + random.nextInt(8));
            boolean crashes = random.nextBoolean();
            while (!reader.ended()) {
                switch (random.nextInt(crashes ? 8 : 4)) {
                    case 0, 1, 4 -> reader.readEvent();
                    case 2, 3, 5 -> reader.readSettlement();
                    case 6 -> reader.store();
                    default -> {
                        if (random.nextInt(5) == 0) {
                            reader.crash();
                        }
                    }
                }
                assertNothingIsSkipped(reader);
            }
            assertThat(reader.mark.applied()).as("seed %d", seed).isEqualTo(COMMANDS - 1);
            assertThat(reader.mark.isPending()).as("seed %d", seed).isFalse();
        }
    }

    @Test
    void aReaderWhoseSettlementsWereDeletedEndsAtTheLastCommandToo() {
        for (int round = 0; round < ROUNDS; round++) {
            Log log = log();
            int deleted = random.nextInt(log.settlements().size() + 1);
            long start = deleted == 0 ? 0 : log.settlements().get(deleted - 1) + 1;
            Reader reader = new Reader(log, COMMANDS);
            reader.settlement = deleted;
            while (!reader.ended()) {
                if (random.nextBoolean()) {
                    reader.readEvent();
                } else {
                    reader.readSettlement();
                }
            }

            reader.mark.reached(start - 1);

            assertThat(reader.mark.applied()).as("seed %d", seed).isEqualTo(COMMANDS - 1);
        }
    }

    private void assertNothingIsSkipped(Reader reader) {
        Log log = reader.log;
        long nextEvent =
                reader.event < log.events().size()
                        ? log.events().get(reader.event)
                        : Long.MAX_VALUE;
        assertThat(reader.mark.applied()).as("seed %d", seed).isLessThan(nextEvent);
    }

    /** Commands in random order of accepted and refused ones, from almost all of one to almost all of the other. */
    private Log log() {
        Log log = new Log(new ArrayList<>(), new ArrayList<>());
        int accepted = random.nextInt(101);
        for (long command = 0; command < COMMANDS; command++) {
            (random.nextInt(100) < accepted ? log.events() : log.settlements()).add(command);
        }
        return log;
    }
}
