package io.postrider.systemtests.faults;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;

/** Visitors who follow one link as fast as they are answered, until they are stopped. */
final class RedirectLoad implements AutoCloseable {

    private final List<Thread> threads = new ArrayList<>();
    private final Map<Integer, LongAdder> statuses = new ConcurrentHashMap<>();
    private final LongAdder unknown = new LongAdder();
    private volatile boolean running = true;

    /** @param port where the next connection of a visitor goes */
    RedirectLoad(int count, String slug, IntSupplier port) {
        for (int i = 0; i < count; i++) {
            threads.add(Thread.ofVirtual().start(() -> follow(slug, port)));
        }
    }

    private void follow(String slug, IntSupplier port) {
        while (running) {
            boolean asked = false;
            try (KeptConnection connection = new KeptConnection(port.getAsInt(), slug)) {
                while (running) {
                    asked = true;
                    statuses.computeIfAbsent(connection.follow(), _ -> new LongAdder()).increment();
                    asked = false;
                }
            } catch (IOException e) {
                unknown.add(asked ? 1 : 0);
            }
        }
    }

    /** How many visits had an answer of this status. */
    long answered(int status) {
        LongAdder count = statuses.get(status);
        return count == null ? 0 : count.sum();
    }

    /** How many visits had an answer. */
    long answered() {
        return statuses.values().stream().mapToLong(LongAdder::sum).sum();
    }

    /** How many visits ended without an answer. */
    long unknown() {
        return unknown.sum();
    }

    /** Ends when each visitor has the last answer, or none. */
    void stop() throws InterruptedException {
        running = false;
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Override
    public void close() {
        running = false;
    }

    @Override
    public String toString() {
        return new TreeMap<>(statuses) + ", without an answer " + unknown();
    }
}
