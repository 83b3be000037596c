package io.postrider.benchmarks;

import io.postrider.benchmarks.load.BenchmarkException;
import io.postrider.benchmarks.load.HttpConnection;
import io.postrider.benchmarks.load.Pause;
import io.postrider.benchmarks.load.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Connections that create numbered links side by side, each as fast as it is answered. */
final class Creators {

    static final int CONNECTIONS = 64;

    private static final int PROGRESS = 100_000;

    private final Creation creation;
    private final AtomicLong numbers = new AtomicLong();
    private final LongAdder created = new LongAdder();

    /** Creates the link of a number. */
    @FunctionalInterface
    interface Creation {
        void create(HttpConnection caller, long number) throws IOException;
    }

    Creators(Creation creation) {
        this.creation = creation;
    }

    /** Links that were acknowledged so far. */
    long created() {
        return created.sum();
    }

    /** Creates links until there are so many, or, for {@link Long#MAX_VALUE}, until the product does not answer. */
    void createUntil(Product product, long until) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            threads.add(Thread.ofPlatform().daemon().start(() -> run(product, until)));
        }
        for (Thread thread : threads) {
            join(thread);
        }
    }

    private void run(Product product, long until) {
        try (HttpConnection caller = product.caller()) {
            while (true) {
                long number = numbers.incrementAndGet();
                if (number > until) {
                    numbers.decrementAndGet();
                    return;
                }
                creation.create(caller, number);
                created.increment();
                if (number % PROGRESS == 0) {
                    Progress.say(number + " links");
                }
            }
        } catch (IOException e) {
            if (until != Long.MAX_VALUE) {
                throw new BenchmarkException("a link was not created", e);
            }
        }
    }

    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw Pause.interrupted(e);
        }
    }
}
