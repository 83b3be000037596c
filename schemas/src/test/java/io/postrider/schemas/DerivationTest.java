package io.postrider.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.junit.jupiter.api.Test;

/** The derived schemas against the ones written by hand, before those are deleted. */
class DerivationTest {

    /** The order of the types, and the name of the record. */
    private static final Set<String> EXCEPTIONS =
            Set.of("postrider.audit.v1-value", "postrider.events.keys.v1-value");

    @Test
    void theDerivedSchemasAreThoseOfToday() {
        Set<String> different = new TreeSet<>();
        DerivedSchemas.all()
                .forEach((subject, schema) -> {
                    if (fingerprint(schema) != fingerprint(Schemas.current(subject))) {
                        different.add(subject);
                    }
                });

        assertThat(DerivedSchemas.all().keySet()).isEqualTo(Schemas.current().keySet());
        assertThat(different).isEqualTo(EXCEPTIONS);
    }

    private static long fingerprint(Schema schema) {
        return SchemaNormalization.parsingFingerprint64(schema);
    }
}
