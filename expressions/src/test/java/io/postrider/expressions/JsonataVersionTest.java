package io.postrider.expressions;

import static org.assertj.core.api.Assertions.assertThat;

import com.dashjoin.jsonata.Jsonata;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** Private fields of one version of the JSONata library are read and written. */
class JsonataVersionTest {

    private static final String KNOWN = "0.9.10";

    @Test
    void itIsTheVersionWhosePrivateFieldsAreKnown() throws IOException {
        Properties found = new Properties();
        try (InputStream file =
                Jsonata.class.getResourceAsStream(
                        "/META-INF/maven/com.dashjoin/jsonata/pom.properties")) {
            found.load(file);
        }

        assertThat(found.getProperty("version"))
                .as(
                        "JSONata: compare the fields that SyntaxTree and ShapeFunctions use, then change KNOWN")
                .isEqualTo(KNOWN);
    }
}
