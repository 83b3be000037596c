package io.postrider.standalone;

import io.postrider.platform.settings.Settings;
import io.postrider.platform.settings.Settings.SettingException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The names of all settings that Postrider and its start script read: of variables, and of the same as properties. */
public final class SettingNames {

    /** What the names of variables begin with. */
    public static final String PREFIX = "POSTRIDER_";

    private static final String PROPERTY_PREFIX = "postrider.";
    private static final Pattern OURS = Pattern.compile("(?i)postrider[._-].+");
    private static final Pattern VARIABLE = Pattern.compile("[A-Z0-9_]+");

    /** As variables: those of the metadata, which the build makes of the records of a start. */
    private static final Set<String> PROPERTIES =
            SettingMetadata.properties().keySet().stream()
                    .map(SettingNames::variable)
                    .collect(Collectors.toUnmodifiableSet());

    private static final Set<String> VARIABLES =
            Stream.concat(
                            PROPERTIES.stream(),
                            Stream.of("POSTRIDER_DISK_MIN_MB", "POSTRIDER_JAVA_OPTS"))
                    .collect(Collectors.toUnmodifiableSet());

    /** Those of commands and tests, which a start does not read. */
    private static final Pattern OF_TOOLS =
            Pattern.compile(
                    "POSTRIDER_(API_KEY|BUILD|CHROMIUM|REGISTRY_PORT|OIDC_EMAIL|BROWSER_.*)");

    /** Those that Kubernetes adds for a service that is named {@code postrider} or {@code postrider-…}. */
    private static final Pattern OF_KUBERNETES =
            Pattern.compile(
                    "POSTRIDER_(.+_)?(SERVICE_(HOST|PORT(_.+)?)|PORT(_\\d+_(TCP|UDP|SCTP)(_.+)?)?)");

    private static final int TYPOS_MAX = 2;

    private SettingNames() {}

    /** The variables, sorted. */
    static Set<String> all() {
        return new TreeSet<>(VARIABLES);
    }

    /**
     * Requires that every argument and every entry of a file is a setting. A variable can be one of another program.
     *
     * @param written the settings under the names that the operator wrote
     * @return the same settings
     * @throws SettingException for the first property that is unknown
     */
    public static Map<String, String> known(Map<String, String> written) {
        unknown(written)
                .filter(name -> !isVariable(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new SettingException(
                            name, "unknown", meant(name).orElse("a property of docs/operating.md"));
                });
        return written;
    }

    /** The variables that have no effect, sorted; not those of Kubernetes. */
    static List<String> unread(Map<String, String> written) {
        return unknown(written)
                .filter(SettingNames::isVariable)
                .filter(name -> meant(name).isPresent() || !OF_KUBERNETES.matcher(name).matches())
                .toList();
    }

    /** The names that are meant for Postrider and that nothing reads, sorted. */
    public static Stream<String> unknown(Map<String, String> written) {
        return written.keySet().stream()
                .filter(SettingNames::isOurs)
                .filter(name -> !isKnown(name))
                .sorted();
    }

    /** Whether a name is meant for Postrider. */
    public static boolean isOurs(String name) {
        return OURS.matcher(name).matches();
    }

    /** Whether a name is that of a variable and not that of a property. */
    public static boolean isVariable(String name) {
        return VARIABLE.matcher(name).matches();
    }

    /** The variable of a setting with either name. */
    public static String variable(String name) {
        return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_")
                .toUpperCase(Locale.ROOT)
                .replaceAll("[^A-Z0-9]", "_");
    }

    /** Whether a setting with this name is read. */
    static boolean isKnown(String name) {
        return VARIABLES.contains(name)
                || settings(name).stream().anyMatch(variable -> Settings.isName(name, variable))
                || OF_TOOLS.matcher(name).matches();
    }

    private static Set<String> settings(String name) {
        return isVariable(name) ? VARIABLES : PROPERTIES;
    }

    /** The setting that a name with few mistakes means, in the same spelling. */
    public static Optional<String> meant(String name) {
        String variable = variable(name);
        return settings(name).stream()
                .min(Comparator.comparingInt(known -> distance(known, variable)))
                .filter(known -> distance(known, variable) <= TYPOS_MAX)
                .map(known -> isVariable(name) ? known : property(known));
    }

    /** The property of a variable. */
    static String property(String variable) {
        return PROPERTY_PREFIX
                + variable.substring(PREFIX.length()).toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The number of characters to insert, delete, replace or exchange with their neighbor. */
    private static int distance(String one, String other) {
        int[][] table = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                table[i][j] = i == 0 || j == 0 ? i + j : step(table, one, other, i, j);
            }
        }
        return table[one.length()][other.length()];
    }

    private static int step(int[][] table, String one, String other, int i, int j) {
        int differs = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
        int least =
                Math.min(
                        table[i - 1][j - 1] + differs,
                        1 + Math.min(table[i - 1][j], table[i][j - 1]));
        boolean exchanged =
                i > 1
                        && j > 1
                        && one.charAt(i - 1) == other.charAt(j - 2)
                        && one.charAt(i - 2) == other.charAt(j - 1);
        return exchanged ? Math.min(least, table[i - 2][j - 2] + 1) : least;
    }
}
