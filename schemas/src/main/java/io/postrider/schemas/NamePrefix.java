package io.postrider.schemas;

import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The prefix of an installation's names in Kafka, by which several installations share a cluster: topics, consumer groups,
 * applications, transactional IDs and schema subjects. Names are constants, so a process sets its prefix before it uses the
 * first name; without it there is none.
 */
public final class NamePrefix {

    /** The longest prefix; the longest name, that of a changelog, fits behind it. */
    public static final int LENGTH_MAX = 64;

    /** Part of every name behind the prefix, so that no name of an installation begins like those of another. */
    private static final String PRODUCT = "postrider";

    private static final Pattern VALID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    private static final AtomicReference<@Nullable String> CURRENT = new AtomicReference<>();

    private NamePrefix() {}

    /**
     * The same prefix.
     *
     * @throws IllegalArgumentException if names cannot begin with it; the message says with what they can
     */
    public static String checked(String prefix) {
        if (!prefix.isEmpty()
                && (!VALID.matcher(prefix).matches()
                        || prefix.length() > LENGTH_MAX
                        || prefix.contains(PRODUCT))) {
            throw new IllegalArgumentException(
                    "1 to %d of A-Z a-z 0-9 . _ -, first a letter or digit, without %s"
                            .formatted(LENGTH_MAX, PRODUCT));
        }
        return prefix;
    }

    /**
     * Sets the prefix of this process.
     *
     * @throws IllegalStateException if the process has used names with another prefix
     */
    public static void set(String prefix) {
        String before = CURRENT.compareAndExchange(null, checked(prefix));
        if (before != null && !before.equals(prefix)) {
            throw new IllegalStateException(
                    "name prefix: '%s' (expected: '%s', with which names are in use)"
                            .formatted(prefix, before));
        }
    }

    /** The name behind the prefix. From the first call on, the prefix does not change. */
    public static String of(String name) {
        return current() + name;
    }

    /** A name without the prefix. */
    public static String without(String name) {
        String prefix = current();
        return name.startsWith(prefix) ? name.substring(prefix.length()) : name;
    }

    /** Whether the topic or group is one of this installation. */
    public static boolean isOurs(String name) {
        return name.startsWith(of(PRODUCT + ".")) || name.startsWith(of(PRODUCT + "-"));
    }

    private static String current() {
        String before = CURRENT.compareAndExchange(null, "");
        return before == null ? "" : before;
    }
}
