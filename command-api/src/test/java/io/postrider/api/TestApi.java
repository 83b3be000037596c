package io.postrider.api;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.api.events.OwnEventTypes;
import io.postrider.api.links.LinkSettings;
import io.postrider.api.links.ListingRecorder;
import io.postrider.automation.api.RuleReplica;
import io.postrider.automation.publishing.InboundEndpoints;
import io.postrider.contract.PublishedContract;
import io.postrider.domain.kernel.Base62;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyEvent;
import io.postrider.domain.keys.KeyToken;
import io.postrider.identity.auth.KeyFreshness;
import io.postrider.identity.auth.KeyOwners;
import io.postrider.identity.auth.KeyReplica;
import io.postrider.identity.auth.LastSeenRetention;
import io.postrider.identity.auth.SessionSettings;
import io.postrider.identity.auth.UserReplica;
import io.postrider.identity.auth.WorkspaceOwners;
import io.postrider.identity.auth.WorkspaceReplica;
import io.postrider.identity.lastseen.LastSeenTracker;
import io.postrider.identity.oidc.OidcSettings;
import io.postrider.identity.ratelimit.ClusterRateLimiter;
import io.postrider.messaging.api.CallbackLog;
import io.postrider.messaging.api.InstanceReplica;
import io.postrider.messaging.media.MediaFiles;
import io.postrider.models.ModelReplica;
import io.postrider.models.ModelSettings;
import io.postrider.outbound.egress.EgressPolicy;
import io.postrider.outbound.http.Outbound;
import io.postrider.outbound.http.OutboundSettings;
import io.postrider.platform.kafka.Append;
import io.postrider.platform.kafka.PublishedLog;
import io.postrider.platform.limits.HeldBytes;
import io.postrider.platform.limits.TenantLimits;
import io.postrider.platform.reads.QueryGateway;
import io.postrider.platform.secrets.DataKeyRing;
import io.postrider.platform.secrets.DataKeys;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.platform.secrets.TokenHasher;
import io.postrider.platform.settings.Settings;
import io.postrider.platform.traces.Traces;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.LinkListed;
import io.postrider.schemas.catalogue.scopes.Scopes;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.testkit.contract.ContractCheck;
import io.postrider.testkit.contract.ContractDocument;
import io.postrider.web.resource.ReplicaBarrier;
import io.postrider.web.route.ApiRouter;
import io.postrider.web.route.AuditTrail;
import io.postrider.web.route.LogEnd;
import io.postrider.web.server.ClientAddress;
import io.postrider.web.server.Health;
import io.postrider.web.server.ReadinessCheck;
import io.postrider.web.server.ServerSettings;
import io.postrider.webhooks.api.AcknowledgedDeliveries;
import io.postrider.webhooks.api.ReplayGate;
import io.postrider.webhooks.api.ReplayReplica;
import io.postrider.webhooks.api.RequestedDeliveries;
import io.postrider.webhooks.api.WebhookReplica;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.util.FileSystemUtils;
import org.springframework.web.reactive.config.DelegatingWebFluxConfiguration;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import reactor.core.publisher.Mono;

/** The whole REST API without a server, over a log and read models in memory. */
public final class TestApi implements AutoCloseable {

    public static final String BASE_URL = "http://short.test";
    public static final String DOMAIN = "short.test";
    public static final String WORKSPACE = "ws_01kb3q8z1vf0t9h2x7c5n4m6ra";
    public static final String OTHER_WORKSPACE = "ws_01kb3q8z1vf0t9h2x7c5n4m6rb";

    private static final int ANSWER_BYTES_MAX = 8 << 20;

    private final AnnotationConfigApplicationContext context;
    private final FakeLog log = new FakeLog();
    private final AtomicInteger dataKeysMade = new AtomicInteger();
    private final FakeKept kept = new FakeKept();
    private final FakeDirectory directory = new FakeDirectory();
    private final HeldBytes held = new HeldBytes();
    private final KeyReplica keys = new KeyReplica(this::now, held);
    private final UserReplica users = new UserReplica(held);
    private final WorkspaceReplica workspaces = new WorkspaceReplica(held);
    private final List<EventRecord> published = new CopyOnWriteArrayList<>();
    private final List<Delivery> deliveries = new CopyOnWriteArrayList<>();
    private final List<LinkListed> listings = new CopyOnWriteArrayList<>();
    private final List<AuditTrail.Entry> audit = new CopyOnWriteArrayList<>();
    private final Path folder;
    private final TestReads reads;
    private final SecretFiles secrets;
    private final DataKeys dataKeys;
    private final SecureRandom random = new SecureRandom();
    private volatile Instant now = Instant.parse("2026-11-20T10:00:00Z");
    private volatile Duration keyAge = Duration.ZERO;
    private volatile boolean restored = true;
    private volatile boolean ready = true;
    private volatile boolean alive = true;
    private volatile byte @Nullable [] peer;
    private final Traces traces;
    private volatile CallbackLog calls = (_, _) -> CompletableFuture.completedStage(Append.DONE);
    private volatile Append publishing = Append.DONE;
    private volatile LogEnd logEnd = _ -> Mono.just(true);
    private volatile ReplicaBarrier replicas =
            (tenant, token, atMost) -> CompletableFuture.completedStage(true);

    public TestApi() {
        this(Map.of());
    }

    public TestApi(Map<String, String> environment) {
        this(environment, Traces.off());
    }

    /** With traces. */
    public TestApi(Map<String, String> environment, Traces traces) {
        this.traces = traces;
        try {
            folder = Files.createTempDirectory("test-api");
            secrets = SecretFiles.open(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        dataKeys = new DataKeys(secrets);
        reads =
                new TestReads(
                        log, folder.resolve("reads"), this::now, new SecretBox(dataKeys)::open);
        for (String workspace : List.of(WORKSPACE, OTHER_WORKSPACE)) {
            dataKeys.put(workspace, 0, dataKeys.mint(workspace));
        }
        context = context(environment);
        context.refresh();
    }

    private AnnotationConfigApplicationContext context(Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(environment);
        all.putIfAbsent("POSTRIDER_BASE_URL", BASE_URL);
        Settings settings = Settings.from(all);
        var made = new AnnotationConfigApplicationContext();
        made.register(CommandApiConfiguration.class, DelegatingWebFluxConfiguration.class);
        made.registerBean(MeterRegistry.class, () -> new SimpleMeterRegistry());
        made.registerBean(Settings.class, () -> settings);
        made.registerBean(Traces.class, () -> traces);
        made.registerBean(LinkSettings.class, () -> settings.bind(LinkSettings.class));
        made.registerBean(SchemaIds.class, LockedSchemaIds::shipped);
        made.registerBean(InstantSource.class, () -> () -> now);
        made.registerBean(SecureRandom.class, () -> random);
        made.registerBean(SecretFiles.class, () -> secrets);
        made.registerBean(TokenHasher.class, secrets::tokenHasher);
        made.registerBean(SecretBox.class, () -> new SecretBox(dataKeys));
        made.registerBean(
                MediaFiles.class,
                () -> new MediaFiles(folder.resolve("media"), new SecretBox(dataKeys)));
        made.registerBean(
                LastSeenTracker.class,
                () ->
                        new LastSeenTracker(
                                new SecretBox(dataKeys),
                                new LastSeenRetention(
                                        keys,
                                        users,
                                        new Freshness(),
                                        settings.bind(SessionSettings.class),
                                        () -> now),
                                new KeyOwners(keys, new WorkspaceOwners(workspaces, users))));
        made.registerBean(
                ClusterRateLimiter.class, () -> new ClusterRateLimiter(() -> now, "test", true));
        EgressPolicy egress = EgressPolicy.parse(all.getOrDefault("POSTRIDER_EGRESS_ALLOW", ""));
        made.registerBean(EgressPolicy.class, () -> egress);
        made.registerBean(
                Outbound.class, () -> Outbound.open(egress, OutboundSettings.ofVersion("test")));
        made.registerBean(ModelSettings.class, () -> settings.bind(ModelSettings.class));
        made.registerBean(ServerSettings.class, () -> settings.bind(ServerSettings.class));
        made.registerBean(ModelReplica.class, () -> new ModelReplica(held));
        made.registerBean(FakeKept.class, () -> kept);
        made.registerBean(
                ReplicaBarrier.class,
                () -> (tenant, token, atMost) -> replicas.await(tenant, token, atMost));
        made.registerBean(LogEnd.class, () -> atMost -> logEnd.reached(atMost));
        made.registerBean(FakeLog.class, () -> log);
        made.registerBean(QueryGateway.class, () -> reads);
        made.registerBean(FakeDirectory.class, () -> directory);
        made.registerBean(KeyReplica.class, () -> keys);
        made.registerBean(UserReplica.class, () -> users);
        made.registerBean(WorkspaceReplica.class, () -> workspaces);
        made.registerBean(WebhookReplica.class, () -> new WebhookReplica(held));
        made.registerBean(ReplayReplica.class, () -> new ReplayReplica(held));
        made.registerBean(ReplayGate.class, () -> _ -> true);
        made.registerBean(InstanceReplica.class, () -> new InstanceReplica(held));
        made.registerBean(InboundEndpoints.class, () -> new InboundEndpoints(held));
        made.registerBean(RuleReplica.class, () -> new RuleReplica(held));
        made.registerBean(OwnEventTypes.class, () -> new OwnEventTypes(held));
        made.registerBean(
                CallbackLog.class, () -> (instance, body) -> calls.append(instance, body));
        made.registerBean(
                PublishedLog.class,
                () ->
                        (key, event) -> {
                            published.add(event);
                            return CompletableFuture.completedStage(publishing);
                        });
        made.registerBean(
                RequestedDeliveries.class,
                () ->
                        delivery -> {
                            deliveries.add(delivery);
                            return CompletableFuture.completedStage(publishing);
                        });
        made.registerBean(
                AcknowledgedDeliveries.class,
                () ->
                        acknowledgement -> {
                            reads.apply(acknowledgement);
                            return CompletableFuture.completedStage(publishing);
                        });
        made.registerBean(HeldBytes.class, () -> held);
        made.registerBean(TenantLimits.class, () -> settings.bind(TenantLimits.class));
        made.registerBean(SessionSettings.class, () -> settings.bind(SessionSettings.class));
        made.registerBean(OidcSettings.class, () -> OidcSettings.from(settings));
        made.registerBean(DataKeyRing.class, () -> this::newDataKey);
        made.registerBean(KeyFreshness.class, Freshness::new);
        made.registerBean(ClientAddress.class, () -> request -> Optional.ofNullable(peer));
        made.registerBean(AuditTrail.class, () -> entries -> audit.addAll(entries.get()));
        made.registerBean(ListingRecorder.class, () -> (w, a, r, listed) -> listings.add(listed));
        made.registerBean(
                Health.class, () -> new Health(List.of(this::linksReady), List.of(() -> alive)));
        return made;
    }

    private ReadinessCheck.State linksReady() {
        return new ReadinessCheck.State("links", ready, ready ? "restored" : "at 7 %");
    }

    private final class Freshness implements KeyFreshness {
        @Override
        public Duration age() {
            return keyAge;
        }

        @Override
        public boolean restored() {
            return restored;
        }
    }

    /** The deliveries that callers have asked for. */
    public List<Delivery> requestedDeliveries() {
        return deliveries;
    }

    /** The events that callers have published. */
    public List<EventRecord> published() {
        return published.stream()
                .filter(event -> !event.header().type().startsWith("automation.endpoint."))
                .toList();
    }

    /** The rejected requests of endpoints. */
    public List<EventRecord> rejected() {
        return eventsOf(EventPublished.REJECTED);
    }

    /** The events of a type that endpoints have published. */
    public List<EventRecord> eventsOf(String type) {
        return published.stream().filter(event -> event.header().type().equals(type)).toList();
    }

    /** Sets the result of events that are published from now on. */
    public void publishing(Append result) {
        publishing = result;
    }

    /** Sets the log of providers' calls. */
    public void calls(CallbackLog log) {
        calls = log;
    }

    /** A client without a key; every response is checked against the contract. */
    public WebTestClient client() {
        ContractCheck check = Promised.byTheApi(this);
        return unchecked()
                .entityExchangeResultConsumer(result -> check.verify(Promised.exchanged(result)))
                .build();
    }

    private WebTestClient.Builder unchecked() {
        return WebTestClient.bindToApplicationContext(context)
                .configureClient()
                .responseTimeout(Duration.ofSeconds(60))
                .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(ANSWER_BYTES_MAX));
    }

    /** The contract, as this API hands it out. */
    public ContractDocument contract() {
        byte[] document = PublishedContract.OPENAPI_JSON.at(BASE_URL);
        return ContractDocument.of(new String(document, StandardCharsets.UTF_8));
    }

    /** The API for a server. */
    public HttpHandler handler() {
        return WebHttpHandlerBuilder.applicationContext(context).build();
    }

    /** The secrets of the installation. */
    public SecretFiles secrets() {
        return secrets;
    }

    /** A caller without credentials. */
    public Caller anonymous() {
        return new Caller(client());
    }

    /** A caller with a key that has these scopes; all scopes if none is named. */
    public Caller caller(String... scopes) {
        return callerOf(WORKSPACE, scopes);
    }

    /** A caller with a key of a workspace. */
    public Caller callerOf(String workspace, String... scopes) {
        return callerAs(key(workspace, scopes));
    }

    /** A caller whose responses are not checked against the contract, for simulated outcomes. */
    public Caller callerBeyondContract() {
        return new Caller(unchecked().build()).with("Authorization", "Bearer " + key(WORKSPACE));
    }

    /** A caller with a token. */
    public Caller callerAs(String token) {
        return anonymous().with("Authorization", "Bearer " + token);
    }

    /** The token of a new key. */
    public String key(String workspace, String... scopes) {
        return key(workspace, key -> key, scopes);
    }

    /** The token of a new key with something special about it. */
    public String key(String workspace, UnaryOperator<ApiKey> special, String... scopes) {
        KeyToken token = new KeyToken("live", base62(12), base62(32));
        List<String> held = scopes.length == 0 ? Scopes.all() : Arrays.asList(scopes);
        ApiKey key =
                new ApiKey(
                        id(IdKind.KEY),
                        workspace,
                        token.publicId(),
                        "test",
                        "live",
                        held,
                        List.of(),
                        List.of(),
                        List.of(),
                        secrets.tokenHasher().hash(token.text()),
                        1,
                        null,
                        null,
                        null,
                        null,
                        now,
                        now);
        keys.apply(event("key.created", new KeyEvent.KeyCreated(special.apply(key)), 1));
        return token.text();
    }

    /** An event about a key. */
    public EventRecord event(String type, KeyEvent payload, long version) {
        return new EventRecord(
                new EventHeader(
                        id(IdKind.EVT),
                        type,
                        now,
                        payload.key().workspace(),
                        payload.key().id(),
                        version,
                        null,
                        null,
                        null),
                (Record) payload);
    }

    /** A new id. */
    public String id(IdKind kind) {
        byte[] bits = new byte[Uuids.RANDOM_BYTES];
        random.nextBytes(bits);
        return Id.of(kind, Uuids.v7(now, bits));
    }

    private String base62(int length) {
        byte[] bytes = new byte[8 * length];
        random.nextBytes(bytes);
        return Base62.text(bytes, length).orElseThrow();
    }

    public ApiRouter router() {
        return context.getBean(ApiRouter.class);
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public FakeLog log() {
        return log;
    }

    public TestReads reads() {
        return reads;
    }

    public FakeDirectory directory() {
        return directory;
    }

    public FakeKept kept() {
        return kept;
    }

    public KeyReplica keys() {
        return keys;
    }

    public UserReplica users() {
        return users;
    }

    public WorkspaceReplica workspaces() {
        return workspaces;
    }

    private CompletionStage<Void> newDataKey(String subject) {
        dataKeys.put(subject, 0, dataKeys.mint(subject));
        dataKeysMade.incrementAndGet();
        return CompletableFuture.completedStage(null);
    }

    /** How many data keys were asked for. */
    public int dataKeysMade() {
        return dataKeysMade.get();
    }

    public DataKeys dataKeys() {
        return dataKeys;
    }

    /** The audit entries that are not domain events. */
    public List<AuditTrail.Entry> audit() {
        return List.copyOf(audit);
    }

    public List<LinkListed> listings() {
        return List.copyOf(listings);
    }

    public Instant now() {
        return now;
    }

    public void advance(Duration by) {
        now = now.plus(by);
    }

    public void keyAge(Duration age) {
        keyAge = age;
    }

    public void restored(boolean whether) {
        restored = whether;
    }

    public void ready(boolean whether) {
        ready = whether;
    }

    /** Sets whether every part of the process is alive. */
    public void alive(boolean whether) {
        alive = whether;
    }

    /** Sets whether, and when, the log returns written records. */
    public void arrival(CompletionStage<Boolean> whether) {
        replicas((tenant, token, atMost) -> whether);
    }

    /** Sets the position up to which this node has applied the log. */
    public void logEnd(LogEnd told) {
        logEnd = told;
    }

    /** Sets the barrier that waits for written records. */
    public void replicas(ReplicaBarrier barrier) {
        replicas = barrier;
    }

    public void peer(byte[] address) {
        peer = address;
    }

    @Override
    public void close() {
        context.close();
        reads.close();
        try {
            FileSystemUtils.deleteRecursively(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
