package io.postrider.systemtests;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines of the README print their documented output. */
@Tag("servers")
class ReadmeTest {

    @TempDir Path folder;

    @Test
    void theLinesPrintWhatStandsBesideThem() throws Exception {
        try (PostriderProcess postrider = PostriderProcess.start(folder)) {
            ReadmeLines lines = ReadmeLines.on("localhost:" + postrider.port());

            lines.assertPrinted(lines.paste(folder));
        }
    }
}
