package io.postrider.standalone;

import io.postrider.api.links.LinkSettings;
import io.postrider.identity.auth.SessionSettings;
import io.postrider.identity.oidc.OidcSettings;
import io.postrider.messaging.media.MediaSettings;
import io.postrider.models.ModelSettings;
import io.postrider.outbound.egress.EgressPolicy;
import io.postrider.outbound.egress.OwnAddresses;
import io.postrider.platform.disk.DiskMarks;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.limits.TenantLimits;
import io.postrider.platform.nodes.NodeAddress;
import io.postrider.platform.registry.RegistrySettings;
import io.postrider.platform.settings.HttpUrl;
import io.postrider.platform.settings.Settings;
import io.postrider.platform.settings.Settings.SettingException;
import io.postrider.platform.traces.TraceSettings;
import io.postrider.redirects.RedirectSettings;
import io.postrider.web.server.ServerSettings;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The settings of the services, read before the log is started, so that a mistake is reported early.
 *
 * @param egress private targets that outbound calls may reach
 * @param nodeId name of this process in the log
 * @param address address at which other nodes reach this one; empty for a single node
 * @param projections nodes that keep the read models, for a process without them
 * @param disk minimum free space of the data folder
 * @param stores memory and commits of the state stores
 * @param registry access to the schema registry; empty for the shipped ids
 * @param traces export of traces
 * @param callbacks address at which the sandbox calls the edge, without a trailing slash; empty for the default
 * @param sandboxPort loopback port of the sandbox; 0 for a free port
 * @param media place and retention of files' contents
 * @param messagesKept retention of messages in lists
 * @param cpuPerMinute evaluation time of a rule's or webhook's expressions per minute
 * @param firstRun whether this process creates an owner with a key if there is none
 */
record ServiceSettings(
        EgressPolicy egress,
        String nodeId,
        Optional<NodeAddress> address,
        List<NodeAddress> projections,
        RedirectSettings redirects,
        LinkSettings links,
        SessionSettings sessions,
        TenantLimits tenants,
        OidcSettings oidc,
        ModelSettings models,
        ServerSettings server,
        DiskMarks disk,
        StoreSettings stores,
        Optional<RegistrySettings> registry,
        TraceSettings traces,
        Optional<String> callbacks,
        int sandboxPort,
        MediaSettings media,
        Duration messagesKept,
        Duration cpuPerMinute,
        boolean firstRun) {

    static final String ADDRESS = "POSTRIDER_NODE_ADDRESS";
    static final String SANDBOX_PORT = "POSTRIDER_SANDBOX_PORT";

    private static final String PROJECTIONS = "POSTRIDER_PROJECTIONS";
    private static final String EGRESS_ALLOW = "POSTRIDER_EGRESS_ALLOW";
    private static final String NODE_ID = "POSTRIDER_NODE_ID";
    private static final String NODE = "standalone";
    private static final String CALLBACKS = "POSTRIDER_EDGE_URL";

    /**
     * Reads all of them, also those that only other roles use.
     *
     * @throws SettingException for the first setting that cannot be used
     */
    static ServiceSettings from(Settings settings, ProcessRole role) {
        return from(settings, role, OwnAddresses::ofInterfaces);
    }

    /** @param interfaces the addresses of this machine, which no outbound call may reach */
    static ServiceSettings from(
            Settings settings, ProcessRole role, OwnAddresses.Source interfaces) {
        NodeSettings node = settings.bind(NodeSettings.class);
        return new ServiceSettings(
                egress(node, interfaces),
                nodeId(node),
                address(node),
                projections(node, role),
                RedirectSettings.from(settings),
                settings.bind(LinkSettings.class),
                settings.bind(SessionSettings.class),
                settings.bind(TenantLimits.class),
                OidcSettings.from(settings),
                settings.bind(ModelSettings.class),
                settings.bind(ServerSettings.class),
                new DiskMarks(node.diskLow().toBytes()),
                settings.bind(StoreSettings.class),
                RegistrySettings.from(settings),
                TraceSettings.from(settings),
                Optional.ofNullable(node.edgeUrl()).map(ServiceSettings::url),
                node.sandboxPort(),
                MediaSettings.from(settings, settings.dataDir().resolve(DataFolder.MEDIA)),
                node.messagesKept(),
                node.cpuPerMinute(),
                node.firstRun() == NodeSettings.FirstOwner.CREATE);
    }

    /** The settings that the API uses as beans. */
    List<Object> parts() {
        return List.of(egress, links, sessions, tenants, oidc, models, server);
    }

    private static EgressPolicy egress(NodeSettings node, OwnAddresses.Source interfaces) {
        EgressPolicy policy =
                Optional.ofNullable(node.egressAllow())
                        .map(text -> Settings.parsed(EGRESS_ALLOW, text, EgressPolicy::parse))
                        .orElseGet(EgressPolicy::publicOnly);
        try {
            return policy.denying(OwnAddresses.of(interfaces));
        } catch (SocketException e) {
            throw new UncheckedIOException("the addresses of this machine cannot be read", e);
        }
    }

    private static String nodeId(NodeSettings node) {
        String text =
                Optional.ofNullable(node.nodeId())
                        .or(() -> address(node).map(NodeAddress::host))
                        .orElse(NODE);
        if (!KafkaSettings.isNodeId(text)) {
            throw new SettingException(NODE_ID, text, "1 to 64 of A-Z a-z 0-9 . _ -");
        }
        return text;
    }

    private static String url(String text) {
        if (HttpUrl.parseBase(text).isEmpty()) {
            throw new SettingException(CALLBACKS, text, "http(s)://host[:port][/path]");
        }
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }

    private static Optional<NodeAddress> address(NodeSettings node) {
        return Optional.ofNullable(node.nodeAddress())
                .map(text ->
                        NodeAddress.parse(text)
                                .orElseThrow(
                                        () -> new SettingException(ADDRESS, text, "host:port")));
    }

    /** Needed only where callers want to read and this process cannot tell. */
    private static List<NodeAddress> projections(NodeSettings node, ProcessRole role) {
        String text = node.projections();
        boolean needed =
                role.includes(ProcessRole.COMMAND_API) && !role.includes(ProcessRole.PROJECTIONS);
        if (text.isEmpty() && !needed) {
            return List.of();
        }
        return NodeAddress.parseAll(text)
                .orElseThrow(() ->
                        new SettingException(
                                PROJECTIONS,
                                text.isEmpty() ? "missing" : text,
                                "host:port, separated by commas"));
    }
}
