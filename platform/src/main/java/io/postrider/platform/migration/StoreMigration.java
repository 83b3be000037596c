package io.postrider.platform.migration;

/**
 * How the entries of one state store come into the partitions of another cluster.
 *
 * @param application the id of the application that has the store
 * @param store the name of the store
 * @param rule what happens to each entry
 */
public record StoreMigration(String application, String store, Rule rule) {

    /** Decides what becomes of an entry: none, one or several entries of the other cluster. */
    @FunctionalInterface
    public interface Rule {
        void move(byte[] key, byte[] value, Destination to);
    }

    /** The name of the changelog, as Kafka Streams names it. */
    public String changelog() {
        return application + "-" + store + "-changelog";
    }

    /**
     * A store whose entries belong to no key, such as work that any task can do. They stay in the partition of their number, and so
     * the entries of two partitions never meet.
     */
    public static StoreMigration unkeyed(String application, String store) {
        return new StoreMigration(
                application, store, (key, value, to) -> to.put(to.from(), key, value));
    }
}
