package io.postrider.messaging.media;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Finds the type of a file in its first bytes, for the types that WhatsApp shows or plays. */
public final class FileTypes {

    static final int HEAD_BYTES = 16;

    private static final Map<Pattern, String> BY_HEAD = new LinkedHashMap<>();

    static {
        put("\\x{FF}\\x{D8}\\x{FF}", "image/jpeg");
        put("\\x{89}PNG\r\n\\x{1A}\n", "image/png");
        put("RIFF.{4}WEBP", "image/webp");
        put("....ftyp3g", "video/3gpp");
        put("....ftypM4A", "audio/mp4");
        put("....ftyp", "video/mp4");
        put("#!AMR", "audio/amr");
        put("OggS", "audio/ogg");
        put("ID3", "audio/mpeg");
        put("\\x{FF}[\\x{F0}\\x{F1}\\x{F8}\\x{F9}]", "audio/aac");
        put("\\x{FF}[\\x{E2}\\x{E3}\\x{F2}\\x{F3}\\x{FA}\\x{FB}]", "audio/mpeg");
        put("%PDF-", "application/pdf");
    }

    private FileTypes() {}

    private static void put(String head, String type) {
        BY_HEAD.put(Pattern.compile(head, Pattern.DOTALL), type);
    }

    /** The type that the first bytes show; empty where they show none of these. */
    static String of(byte[] head) {
        String text = new String(head, ISO_8859_1);
        return BY_HEAD.entrySet().stream()
                .filter(entry -> entry.getKey().matcher(text).lookingAt())
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
    }

    /**
     * Whether a file can be of the type that its sender says.
     *
     * @param said empty where nothing is said
     * @param found the type that the first bytes show; empty for none
     */
    public static boolean agree(String said, String found) {
        if (!said.matches("(image|audio|video)/.+")) {
            return true;
        }
        if (found.isEmpty()) {
            return !BY_HEAD.containsValue(said);
        }
        // The same container has sound and pictures.
        return found.equals(said)
                || (found.matches("(audio|video)/.+") && said.matches("(audio|video)/.+"));
    }
}
