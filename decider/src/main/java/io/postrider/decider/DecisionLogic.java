package io.postrider.decider;

import io.postrider.platform.streams.ReleaseTooOldException;
import io.postrider.schemas.codec.SchemaIds;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * The versions of the decision logic that this release has. A command is answered before its decision is committed and decided
 * again after a crash, so a release that decides otherwise must still decide the older commands as they were answered.
 *
 * <p>A command names the version that its edge asks for. The highest version named so far in the partition of a context is in force
 * there, so the log says by which version each command is decided.
 */
public final class DecisionLogic {

    /** The Kafka header of a command that names the version, 4 bytes big-endian; a command without it names version 1. */
    public static final String HEADER = "pr_decision_logic";

    /** The version that commands of this release name. */
    public static final int NEWEST = 1;

    /** The version of a command that names none. */
    static final int FIRST = 1;

    private final List<ContextHandlers> versions;

    /** @param versions the first version first */
    DecisionLogic(List<ContextHandlers> versions) {
        this.versions = List.copyOf(versions);
    }

    /** The versions of this release. */
    static DecisionLogic shipped(SchemaIds ids) {
        return new DecisionLogic(List.of(ContextHandlers.shipped(ids)));
    }

    /** The value of {@link #HEADER} for a version. */
    public static byte[] header(int version) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(version).array();
    }

    /** The version that a header names; the first version where there is none, or one that cannot be read. */
    static int named(@Nullable Header header) {
        return header == null || header.value() == null || header.value().length != Integer.BYTES
                ? FIRST
                : Math.max(FIRST, ByteBuffer.wrap(header.value()).getInt());
    }

    /**
     * The handlers of a version.
     *
     * @throws ReleaseTooOldException if a newer release is in charge of this log: to decide by an older version would contradict
     *     what that release has answered
     */
    ContextHandlers of(int version) {
        if (version > versions.size()) {
            throw new ReleaseTooOldException(
                    "The log asks for version "
                            + version
                            + " of the decision logic; this release has "
                            + versions.size()
                            + ". Start a newer release.");
        }
        return versions.get(version - FIRST);
    }

    /** The handlers of the newest version. */
    ContextHandlers newest() {
        return versions.getLast();
    }
}
