package io.postrider.systemtests.faults;

import io.postrider.systemtests.PostriderProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** Clients that create, edit, delete, follow, mint and revoke until they are told to stop. */
final class Load implements AutoCloseable {

    private static final int CREATORS = 2;
    private static final int VISITORS = 2;
    private static final int WEBHOOKS_MAX = 4;
    private static final int REMEMBERED_MAX = 20;

    private final Client client;
    private final String receiver;
    private final long seed;
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong numbers = new AtomicLong();
    private final List<String> slugs = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Future<Void>> running = new ArrayList<>();
    private final List<String> revokedKeys = new ArrayList<>();
    private int webhooks;
    private volatile boolean stopped;

    /** @param receiver where webhooks are to go, without a path */
    Load(PostriderProcess postrider, Ledger ledger, String receiver, long seed) {
        this.client = new Client(postrider, ledger, answered, () -> stopped);
        this.receiver = receiver;
        this.seed = seed;
    }

    /** The subscriber of everything comes first, so that it has to hear of everything. */
    void start() throws IOException, InterruptedException {
        Client.Reply reply = webhook("/all", "link.*");
        if (!reply.done()) {
            throw new IllegalStateException("no webhook: " + reply);
        }
        for (int i = 0; i < CREATORS; i++) {
            Random random = new Random(seed + i);
            run(() -> create(random));
        }
        for (int i = 0; i < VISITORS; i++) {
            Random random = new Random(seed + CREATORS + i);
            run(() -> visit(random));
        }
        run(() -> administer(new Random(seed - 1)));
    }

    /** How many requests were answered, other than by "come again". */
    long answered() {
        return answered.get();
    }

    /** Lets every client end what it is at, and fails if one of them had failed. */
    void stop() throws InterruptedException, ExecutionException, TimeoutException {
        stopped = true;
        for (Future<Void> client : running) {
            client.get(3, TimeUnit.MINUTES);
        }
    }

    /** Fails if a client has failed. */
    void check() throws InterruptedException, ExecutionException {
        for (Future<Void> client : running) {
            if (client.isDone()) {
                client.get();
            }
        }
    }

    @Override
    public void close() {
        stopped = true;
        threads.shutdownNow();
    }

    /** One turn of a client. */
    private interface Turn {
        void take() throws IOException, InterruptedException;
    }

    private void run(Turn turn) {
        Callable<Void> client =
                () -> {
                    while (!stopped) {
                        turn.take();
                    }
                    return null;
                };
        running.add(threads.submit(client));
    }

    private void create(Random random) throws IOException, InterruptedException {
        String url = "https://example.com/" + numbers.incrementAndGet();
        String slug =
                random.nextBoolean() ? "" : ",\"slug\":\"s" + numbers.incrementAndGet() + "\"";
        String limit = random.nextInt(8) == 0 ? ",\"max_clicks\":3" : "";
        String body = "{\"url\":\"" + url + "\"" + slug + limit + "}";
        Client.Reply reply =
                random.nextInt(3) == 0
                        ? client.change(
                                Act.Kind.CREATE_LINK, url, "-", "POST", "/api/v1/links", body)
                        : client.insist(
                                Act.Kind.CREATE_LINK, url, "key-" + url, "/api/v1/links", body);
        if (!reply.done()) {
            return;
        }
        slugs.add(reply.part(1));
        String path = "/api/v1/links/" + reply.part(0);
        for (int edits = random.nextInt(3); edits > 0; edits--) {
            String title = "edit-" + numbers.incrementAndGet();
            client.change(
                    Act.Kind.EDIT_LINK, url, title, "PATCH", path, "{\"title\":\"" + title + "\"}");
        }
        if (random.nextInt(4) == 0) {
            client.change(Act.Kind.DELETE_LINK, url, reply.part(1), "DELETE", path, "");
        }
    }

    /** Visitors like what is new, and come back to what is old, gone or not. */
    private void visit(Random random) throws IOException, InterruptedException {
        int known = slugs.size();
        if (known > 0) {
            int back =
                    random.nextInt(3) == 0
                            ? random.nextInt(known)
                            : random.nextInt(Math.min(known, 5));
            String marker = "https://visits.example/" + numbers.incrementAndGet();
            client.visit(slugs.get(known - 1 - back), marker);
        }
    }

    /** Keys that were revoked are tried first: right after a restart too. */
    private void administer(Random random) throws IOException, InterruptedException {
        if (!revokedKeys.isEmpty()) {
            int back = random.nextBoolean() ? 1 : 1 + random.nextInt(revokedKeys.size());
            String old = revokedKeys.get(revokedKeys.size() - back);
            List<String> parts = List.of(old.split(" ", -1));
            client.use(parts.get(0), parts.get(1));
        }
        if (webhooks < WEBHOOKS_MAX && random.nextInt(40) == 0) {
            webhooks++;
            webhook("/w" + numbers.incrementAndGet(), "link.created");
        }
        String name = "k" + numbers.incrementAndGet();
        Client.Reply key =
                client.change(
                        Act.Kind.CREATE_KEY,
                        name,
                        "-",
                        "POST",
                        "/api/v1/keys",
                        "{\"name\":\"" + name + "\",\"preset\":\"links\"}");
        if (!key.done()) {
            return;
        }
        String id = key.part(0);
        client.use(id, key.part(2));
        client.change(Act.Kind.REVOKE_KEY, id, "-", "POST", "/api/v1/keys/" + id + "/revoke", "");
        client.use(id, key.part(2));
        revokedKeys.add(id + " " + key.part(2));
        if (revokedKeys.size() > REMEMBERED_MAX) {
            revokedKeys.removeFirst();
        }
    }

    private Client.Reply webhook(String path, String types)
            throws IOException, InterruptedException {
        return client.change(
                Act.Kind.CREATE_WEBHOOK,
                path,
                types,
                "POST",
                "/api/v1/webhooks",
                "{\"url\":\"%s%s\",\"description\":\"%s\",\"event_types\":[\"%s\"]}"
                        .formatted(receiver, path, path, types));
    }
}
