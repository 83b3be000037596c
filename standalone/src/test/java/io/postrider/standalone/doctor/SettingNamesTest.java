package io.postrider.standalone.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    private static final Pattern READ = Pattern.compile("\"(POSTRIDER_[A-Z_]+[A-Z])\"");

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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "src/main/java/io/postrider/standalone/ServiceSettings.java",
                "src/main/java/io/postrider/standalone/KafkaModule.java",
                "src/main/java/io/postrider/standalone/StoreSettings.java",
                "../platform/src/main/java/io/postrider/platform/settings/Settings.java",
                "../web/src/main/java/io/postrider/web/server/ServerSettings.java",
                "../identity/src/main/java/io/postrider/identity/oidc/OidcSettings.java",
            })
    void aNameThatAStartReadsIsKnown(String source) throws IOException {
        Matcher names = READ.matcher(Files.readString(Path.of(source)));

        assertThat(names.results().map(found -> found.group(1)))
                .isNotEmpty()
                .allMatch(SettingNames::isKnown);
    }

    @ParameterizedTest
    @CsvSource({
        "POSTRIDER_DATADIR, POSTRIDER_DATA_DIR",
        "POSTRIDER_DURABILTIY, POSTRIDER_DURABILITY",
        "POSTRIDER_PROT, POSTRIDER_PORT",
        "POSTRIDER_KAFKA_BOOTSTRAPS, POSTRIDER_KAFKA_BOOTSTRAP",
    })
    void theNearestNameIsMeant(String typo, String meant) {
        assertThat(SettingNames.isKnown(typo)).isFalse();
        assertThat(SettingNames.meant(typo)).contains(meant);
    }

    @Test
    void aNameOfAnotherProgramMeansNoSetting() {
        assertThat(SettingNames.meant("POSTRIDER_SERVICE_HOST")).isEmpty();
        assertThat(SettingNames.meant("POSTRIDER_PORT_8080_TCP_ADDR")).isEmpty();
    }

    private static void add(String text, Set<String> names) {
        NAME.matcher(text).results().forEach(found -> names.add(found.group()));
    }
}
