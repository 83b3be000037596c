package io.postrider.platform.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads files that operators write. */
public final class TextFile {

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private TextFile() {}

    /** The text of a file in UTF-8, without the byte order mark that some editors add. */
    public static String read(Path file) throws IOException {
        String text = Files.readString(file);
        return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    }
}
