package io.postrider.redirects.spool;

import io.postrider.redirects.spool.LaneRecovery.Recovered;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lanes that earlier processes left in the spool's folder, and the name under which this process continues. */
final class SpoolLeftovers {

    private static final Logger LOGGER = LoggerFactory.getLogger(SpoolLeftovers.class);

    private final SpoolFolder folder;
    private final String nodeId;
    private final Map<Integer, LaneLog> lanes = new TreeMap<>();
    private final List<LaneLog> retired = new ArrayList<>();

    private SpoolLeftovers(SpoolFolder folder, String nodeId) {
        this.folder = folder;
        this.nodeId = nodeId;
    }

    static SpoolLeftovers find(SpoolFolder folder, String boot) throws IOException {
        Map<String, List<Recovered>> nodes = new TreeMap<>();
        for (String node : folder.nodes()) {
            nodes.put(node, folder.recoverLanes(node));
        }
        SpoolLeftovers found = new SpoolLeftovers(folder, chooseNode(folder, boot, nodes));
        for (Map.Entry<String, List<Recovered>> node : nodes.entrySet()) {
            found.sort(node.getKey(), node.getValue());
        }
        return found;
    }

    /** Numbering continues only if it is certain which numbers were used. */
    private static String chooseNode(
            SpoolFolder folder, String boot, Map<String, List<Recovered>> nodes)
            throws IOException {
        NodeIdentity stored = folder.identity();
        if (stored != null
                && stored.livesIn(boot)
                && nodes.containsKey(stored.id())
                && nodes.get(stored.id()).stream().allMatch(Recovered::clean)) {
            return stored.id();
        }
        NodeIdentity fresh = NodeIdentity.fresh(boot);
        folder.store(fresh);
        LOGGER.atInfo()
                .addKeyValue("node", fresh.id())
                .addKeyValue("leftNodes", nodes.size())
                .log("The click spool starts with a new node ID");
        return fresh.id();
    }

    private void sort(String node, List<Recovered> found) throws IOException {
        if (node.equals(nodeId)) {
            for (Recovered lane : found) {
                lanes.put(lane.log().id().lane(), lane.log());
            }
        } else if (found.stream().anyMatch(Recovered::pending)) {
            found.forEach(lane -> retired.add(lane.log()));
        } else {
            found.forEach(lane -> lane.log().unmap());
            folder.deleteNode(node);
        }
    }

    String nodeId() {
        return nodeId;
    }

    /** The lane as it was left, or a new one. */
    LaneLog takeLane(int lane) throws IOException {
        LaneLog left = lanes.remove(lane);
        return left == null ? folder.createLane(new LaneId(nodeId, lane)) : left;
    }

    /** Lanes without a writer whose records still have to be sent. */
    List<LaneLog> rest() {
        List<LaneLog> rest = new ArrayList<>(lanes.values());
        rest.addAll(retired);
        return rest;
    }
}
