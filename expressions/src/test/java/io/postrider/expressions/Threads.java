package io.postrider.expressions;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Many threads that do the same at the same time, each with numbers of its own. */
final class Threads {

    interface Work {
        void run(int number) throws Exception;
    }

    private Threads() {}

    static void run(int threads, int rounds, Work work) throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                int first = thread * rounds;
                all.add(
                        executor.submit(() -> {
                            start.await();
                            for (int n = first; n < first + rounds; n++) {
                                work.run(n);
                            }
                            return null;
                        }));
            }
            start.countDown();
            for (Future<?> one : all) {
                one.get();
            }
        }
    }
}
