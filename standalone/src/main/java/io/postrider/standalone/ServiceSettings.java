package io.postrider.standalone;

import io.postrider.api.links.LinkSettings;
import io.postrider.api.redirect.RedirectSettings;
import io.postrider.runtime.egress.EgressPolicy;
import io.postrider.runtime.nodes.NodeAddress;
import io.postrider.runtime.settings.Settings;
import io.postrider.runtime.settings.Settings.BadSetting;
import java.util.List;
import java.util.Optional;

/**
 * What an operator can say about the services, read before the log is started, so that it costs nobody that time to
 * learn of a mistake.
 *
 * @param egress which private targets outbound calls may reach
 * @param address where other nodes reach this one; empty where there are none
 * @param projections the nodes that keep the read models, for a process that does not
 * @param firstRun whether this process makes an owner with a key if there is none
 */
record ServiceSettings(
        EgressPolicy egress,
        Optional<NodeAddress> address,
        List<NodeAddress> projections,
        RedirectSettings redirects,
        LinkSettings links,
        boolean firstRun) {

    static final String ADDRESS = "POSTRIDER_NODE_ADDRESS";

    private static final String PROJECTIONS = "POSTRIDER_PROJECTIONS";
    private static final String EGRESS_ALLOW = "POSTRIDER_EGRESS_ALLOW";
    private static final String FIRST_RUN = "POSTRIDER_FIRST_RUN";

    /**
     * Reads all of them, also those that only other roles use; but the nodes with the read models are asked for only
     * where callers want to read and this process cannot tell.
     *
     * @throws BadSetting for the first setting that cannot be used
     */
    static ServiceSettings from(Settings settings, Role role) {
        return new ServiceSettings(
                egress(settings),
                address(settings),
                readsElsewhere(role) ? projections(settings) : List.of(),
                RedirectSettings.from(settings),
                LinkSettings.from(settings),
                firstRun(settings));
    }

    private static boolean readsElsewhere(Role role) {
        return role.includes(Role.COMMAND_API) && !role.includes(Role.PROJECTIONS);
    }

    private static EgressPolicy egress(Settings settings) {
        return settings.text(EGRESS_ALLOW)
                .map(text -> Settings.parsed(EGRESS_ALLOW, text, EgressPolicy::parse))
                .orElseGet(EgressPolicy::publicOnly);
    }

    private static Optional<NodeAddress> address(Settings settings) {
        return settings.text(ADDRESS)
                .map(text ->
                        NodeAddress.parse(text)
                                .orElseThrow(() -> new BadSetting(ADDRESS, text, "host:port")));
    }

    private static List<NodeAddress> projections(Settings settings) {
        String text = settings.text(PROJECTIONS).orElse("");
        return NodeAddress.parseAll(text)
                .orElseThrow(
                        () -> new BadSetting(PROJECTIONS, text, "host:port, separated by commas"));
    }

    /** Of several nodes on one log only one may make up an owner. */
    private static boolean firstRun(Settings settings) {
        String text = settings.text(FIRST_RUN).orElse("create");
        return switch (text) {
            case "create" -> true;
            case "never" -> false;
            default -> throw new BadSetting(FIRST_RUN, text, "create or never");
        };
    }
}
