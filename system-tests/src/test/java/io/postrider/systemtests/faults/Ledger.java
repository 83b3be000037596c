package io.postrider.systemtests.faults;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The requests of clients, on disk before they are sent, and their results. */
final class Ledger implements AutoCloseable {

    private static final String INTENT = "intent";
    private static final String OUTCOME = "outcome";

    private final FileChannel file;
    private long acts;

    private Ledger(FileChannel file) {
        this.file = file;
    }

    static Ledger create(Path path) throws IOException {
        return new Ledger(
                FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    }

    /** Notes a request that is about to be sent, and gives its number. */
    synchronized long intend(Act.Kind kind, String subject, String detail) throws IOException {
        acts++;
        append(String.join("\t", INTENT, Long.toString(acts), kind.name(), subject, detail));
        file.force(false);
        return acts;
    }

    /** Records the result of a request. */
    synchronized void settle(long number, int status, String answer) throws IOException {
        append(String.join("\t", OUTCOME, Long.toString(number), Integer.toString(status), answer));
    }

    @Override
    public synchronized void close() throws IOException {
        file.close();
    }

    private void append(String line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            var _ = file.write(bytes);
        }
    }

    /** All that stands in a ledger, in the order of the intents. */
    static List<Act> read(Path path) throws IOException {
        List<String[]> intents = new ArrayList<>();
        List<Long> begun = new ArrayList<>();
        Map<String, String[]> outcomes = new HashMap<>();
        Map<String, Long> ended = new HashMap<>();
        long line = 0;
        for (String text : Files.readAllLines(path)) {
            String[] parts = text.split("\t", -1);
            if (parts[0].equals(INTENT)) {
                intents.add(parts);
                begun.add(line);
            } else {
                outcomes.put(parts[1], parts);
                ended.put(parts[1], line);
            }
            line++;
        }
        List<Act> acts = new ArrayList<>();
        for (int i = 0; i < intents.size(); i++) {
            String[] intent = intents.get(i);
            String[] none = {OUTCOME, intent[1], "0", ""};
            String[] outcome = outcomes.getOrDefault(intent[1], none);
            acts.add(
                    new Act(
                            Long.parseLong(intent[1]),
                            Act.Kind.valueOf(intent[2]),
                            intent[3],
                            intent[4],
                            begun.get(i),
                            ended.getOrDefault(intent[1], Long.MAX_VALUE),
                            Integer.parseInt(outcome[2]),
                            outcome[3]));
        }
        return acts;
    }
}
