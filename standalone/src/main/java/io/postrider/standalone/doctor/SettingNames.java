package io.postrider.standalone.doctor;

import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The names of all environment variables that Postrider and its start script read. */
final class SettingNames {

    static final String PREFIX = "POSTRIDER_";

    /** Without the prefix. */
    private static final Set<String> SETTINGS =
            Set.of(
                    """
                    AUDIT_DAYS BASE_URL COMMIT_INTERVAL_MS CONNECTIONS_PER_ADDRESS DATA_DIR DISK_LOW_MB DISK_MIN_MB
                    DURABILITY EDGE_URL EGRESS_ALLOW ENDPOINTS_PER_WORKSPACE EVENT_LOOPS FIRST_RUN HEAD_TIMEOUT_SECONDS
                    INSTANCES_PER_WORKSPACE JAVA_OPTS KAFKA_BOOTSTRAP KAFKA_PORT KAFKA_PROPERTIES KAFKA_SASL_MECHANISM
                    KAFKA_SASL_PASSWORD KAFKA_SASL_PASSWORD_FILE KAFKA_SASL_USERNAME KAFKA_SECURITY_PROTOCOL
                    KAFKA_SSL_KEYSTORE KAFKA_SSL_TRUSTSTORE LOG_FORMAT LOG_LEVEL MANAGEMENT_ADDRESS MANAGEMENT_PORT
                    MEDIA_DAYS MEDIA_DIR MESSAGES_DAYS MODEL_CALLS_MAX MODEL_TIMEOUT_SECONDS NODE_ADDRESS NODE_BIND NODE_ID
                    OIDC_CLIENT_ID OIDC_CLIENT_SECRET OIDC_CLIENT_SECRET_FILE OIDC_ISSUER OIDC_NAME OWNER_MEMORY_MB
                    PARTITIONS PORT PRIVATE_LINK_TARGETS PROJECTIONS REPLICATION RULES_PER_WORKSPACE RULE_CPU_SECONDS
                    SANDBOX_PORT SCHEMA_REGISTRY SCHEMA_REGISTRY_PASSWORD SCHEMA_REGISTRY_PASSWORD_FILE
                    SCHEMA_REGISTRY_TRUSTSTORE SCHEMA_REGISTRY_USERNAME SECRETS_DIR SESSION_IDLE_MINUTES
                    SESSION_MAX_MINUTES SESSION_REQUESTS_PER_MINUTE STORE_CACHE_MB TENANT_MEMORY_MB TRUSTED_PROXIES
                    UNKNOWN_SLUGS_PER_MINUTE USERS_MAX USERS_PER_OWNER WEBHOOKS_PER_WORKSPACE WRITE_TIMEOUT_SECONDS
                    """
                            .strip()
                            .split("\\s+"));

    /** Those of commands and tests, which a start does not read. */
    private static final Pattern OF_TOOLS =
            Pattern.compile("API_KEY|BUILD|CHROMIUM|REGISTRY_PORT|OIDC_EMAIL|BROWSER_.*");

    private static final int TYPOS_MAX = 2;

    private SettingNames() {}

    /** The settings, sorted. */
    static Set<String> all() {
        Set<String> all = new TreeSet<>();
        SETTINGS.forEach(name -> all.add(PREFIX + name));
        return all;
    }

    /** Whether a variable with the prefix is read. */
    static boolean isKnown(String name) {
        String rest = name.substring(PREFIX.length());
        return SETTINGS.contains(rest) || OF_TOOLS.matcher(rest).matches();
    }

    /** The setting that a name with few mistakes means. */
    static Optional<String> meant(String name) {
        return all().stream()
                .min(Comparator.comparingInt(known -> distance(known, name)))
                .filter(known -> distance(known, name) <= TYPOS_MAX);
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
