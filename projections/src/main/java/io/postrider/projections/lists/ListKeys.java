package io.postrider.projections.lists;

import io.postrider.domain.kernel.Resource;
import io.postrider.platform.views.ProjectionKey;
import java.time.Instant;
import java.util.Arrays;

/**
 * The keys of the lists of one aggregate. A place is what puts a resource into the order of its list, the newest first:
 * the end of the key of its row, and of each of its index entries.
 *
 * @param aggregate the number of the aggregate among those of its topic
 */
record ListKeys(int aggregate) {

    private static final int ROWS = 0x01;
    private static final int IDS = 0x02;
    private static final int INDEXES = 0x03;

    /** The prefix of all rows. */
    byte[] rows() {
        return ProjectionKey.table(ROWS).octet(aggregate).bytes();
    }

    /** The prefix of all rows of a workspace; a row is an event with the resource. */
    byte[] rows(String workspace) {
        return ProjectionKey.table(ROWS).octet(aggregate).id(workspace).bytes();
    }

    /** A place in the workspace of a row, behind the prefix of all rows. */
    static byte[] placeBeside(byte[] row, byte[] place) {
        int end = 0;
        while (row[end] != 0) {
            end++;
        }
        // The id of the workspace ends with two octets of which the first is 0.
        return joined(Arrays.copyOf(row, end + 2), place);
    }

    /** The key of the place of a resource. */
    byte[] id(String workspace, String id) {
        return ProjectionKey.table(IDS).octet(aggregate).id(workspace).id(id).bytes();
    }

    /** The prefix of the entries of a value. */
    byte[] entries(int index, String workspace, String value) {
        return index(index, workspace).text(value).bytes();
    }

    /** The prefix of the entries of all values that begin with a text. */
    byte[] beginnings(int index, String workspace, String beginning) {
        return index(index, workspace).textStartingWith(beginning);
    }

    private ProjectionKey index(int index, String workspace) {
        return ProjectionKey.table(INDEXES).octet(aggregate).octet(index).id(workspace);
    }

    /** The place of a resource. */
    static byte[] place(Resource resource) {
        return behindTable(
                ProjectionKey.table(ROWS).timeDescending(resource.createdAt()).id(resource.id()));
    }

    /** The first place of a time. */
    static byte[] place(Instant createdAt) {
        return behindTable(ProjectionKey.table(ROWS).timeDescending(createdAt));
    }

    private static byte[] behindTable(ProjectionKey key) {
        byte[] bytes = key.bytes();
        return Arrays.copyOfRange(bytes, 1, bytes.length);
    }

    /** A prefix and a rest. */
    static byte[] joined(byte[] prefix, byte[] rest) {
        byte[] key = Arrays.copyOf(prefix, prefix.length + rest.length);
        System.arraycopy(rest, 0, key, prefix.length, rest.length);
        return key;
    }
}
