package io.postrider.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.postrider.platform.settings.Settings.SettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingNamesTest {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `POSTRIDER_.*$");
    private static final Pattern NAME = Pattern.compile("POSTRIDER_[A-Z_]+[A-Z]");

    @Test
    void theyAreThoseOfTheManual() throws IOException {
        Set<String> documented = new TreeSet<>();
        for (String page : Set.of("operating.md", "kafka.md")) {
            Matcher rows = ROW.matcher(Files.readString(Path.of("../docs", page)));
            while (rows.find()) {
                String[] cells = rows.group().split("\\|", -1);
                boolean three = cells.length > 4;
                add(cells[1] + (three ? cells[3] : ""), documented);
            }
        }
        documented.add("POSTRIDER_KAFKA_SASL_PASSWORD_FILE");

        assertThat(SettingNames.all()).isEqualTo(documented);
    }

    @Test
    void theManualStatesDefaultsAndMeaningsAsTheMetadata() throws IOException {
        Map<String, String[]> rows = rows();

        SettingMetadata.properties()
                .forEach((name, property) -> {
                    String[] cells = rows.get(SettingNames.variable(name));
                    if (cells != null) {
                        String standard = property.path("defaultValue").asString("");
                        if (!standard.isEmpty()) {
                            assertThat(plain(cells[2])).as(name).isEqualTo(standard);
                        }
                        assertThat(plain(cells[3]).toLowerCase(Locale.ROOT))
                                .as(name)
                                .startsWith(
                                        property.path("description")
                                                .asString()
                                                .toLowerCase(Locale.ROOT));
                    }
                });
    }

    private static Map<String, String[]> rows() throws IOException {
        Map<String, String[]> rows = new HashMap<>();
        Matcher found = ROW.matcher(Files.readString(Path.of("../docs/operating.md")));
        while (found.find()) {
            String[] cells = found.group().split("\\|", -1);
            rows.put(plain(cells[1]), cells);
        }
        return rows;
    }

    /** Without the marks of Markdown. */
    private static String plain(String cell) {
        return cell.replaceAll("\\[(.*?)]\\(.*?\\)", "$1").replace("`", "").strip();
    }

    @ParameterizedTest
    @CsvSource({
        "POSTRIDER_DATA_DRI, POSTRIDER_DATA_DIR",
        "POSTRIDER_DURABILTIY, POSTRIDER_DURABILITY",
        "POSTRIDER_PROT, POSTRIDER_PORT",
        "POSTRIDER_KAFKA_BOOTSTRAPS, POSTRIDER_KAFKA_BOOTSTRAP",
        "postrider.kafka-bootstraps, postrider.kafka-bootstrap",
        "postrider.dataDri, postrider.data-dir",
        "postrider.data.dir, postrider.data-dir",
        "postrider_data_dir, postrider.data-dir",
    })
    void theNearestNameIsMeant(String typo, String meant) {
        assertThat(SettingNames.isKnown(typo)).isFalse();
        assertThat(SettingNames.meant(typo)).contains(meant);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POSTRIDER_DISK_LOW_MB",
                "POSTRIDER_DISKLOWMB",
                "postrider.disk-low-mb",
                "postrider.diskLowMb",
                "postrider.disk_low_mb",
            })
    void everySpellingOfSpringBootIsKnown(String name) {
        assertThat(SettingNames.isKnown(name)).isTrue();
    }

    @Test
    void aNameOfAnotherProgramMeansNoSetting() {
        assertThat(SettingNames.meant("POSTRIDER_SERVICE_HOST")).isEmpty();
        assertThat(SettingNames.meant("POSTRIDER_PORT_8080_TCP_ADDR")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "postrider.prot, postrider.port",
        "postrider.disk-min-mb, a property of docs/operating.md",
        "postrider.color, a property of docs/operating.md",
    })
    void aPropertyThatIsUnknownIsRefused(String name, String expected) {
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> SettingNames.known(Map.of(name, "1")))
                .withMessage("%s: unknown (expected: %s)", name, expected);
    }

    @Test
    void aVariableThatIsUnknownIsNotRefused() {
        Map<String, String> variables = new HashMap<>();
        Set.of(
                        "POSTRIDER_PROT",
                        "POSTRIDER_KAFKA_BOOTSTRAP_SERVERS",
                        "POSTRIDER_BUILD",
                        "POSTRIDER_SERVICE_HOST",
                        "POSTRIDER_SERVICE_PORT_HTTP",
                        "POSTRIDER_EDGE_PORT",
                        "POSTRIDER_MANAGMENT_PORT",
                        "POSTRIDER_PORT_8080_TCP_ADDR",
                        "OTHER")
                .forEach(name -> variables.put(name, "1"));

        assertThatCode(() -> SettingNames.known(variables)).doesNotThrowAnyException();
        assertThat(SettingNames.unread(variables))
                .containsExactly(
                        "POSTRIDER_KAFKA_BOOTSTRAP_SERVERS",
                        "POSTRIDER_MANAGMENT_PORT",
                        "POSTRIDER_PROT");
    }

    private static void add(String text, Set<String> names) {
        NAME.matcher(text).results().forEach(found -> names.add(found.group()));
    }
}
