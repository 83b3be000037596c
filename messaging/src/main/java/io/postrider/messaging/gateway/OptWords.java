package io.postrider.messaging.gateway;

import io.postrider.domain.contacts.Contact.OptOut;
import io.postrider.domain.contacts.ContactCommand;
import io.postrider.domain.contacts.ContactCommand.OptInContact;
import io.postrider.domain.contacts.ContactCommand.OptOutContact;
import io.postrider.domain.instances.Instance;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The words by which a person opts out of messages and in again. An instance may have words of its own. */
final class OptWords {

    private static final Set<String> STOP =
            Set.of(
                    "stop",
                    "stopall",
                    "stop all",
                    "unsubscribe",
                    "stopp",
                    "abmelden",
                    "arret",
                    "arrêt",
                    "parar",
                    "cancel",
                    "sair",
                    "baja");
    private static final Set<String> START = Set.of("start", "unstop");

    /** The characters around a word, as in {@code STOP!}. */
    private static final Pattern PUNCTUATION =
            Pattern.compile(
                    "^[\\s\\p{P}\\p{S}]+|[\\s\\p{P}\\p{S}]+$", Pattern.UNICODE_CHARACTER_CLASS);

    /** Invisible characters, as within an emoji, and the dot that lower case leaves of a Turkish capital I. */
    private static final Pattern UNSEEN = Pattern.compile("[\\p{Cf}\\uFE0E\\uFE0F\\u0307]");

    private static final Pattern BLANKS = Pattern.compile("\\s+", Pattern.UNICODE_CHARACTER_CLASS);

    /** With what is around it. */
    private static final int WORD_LENGTH_MAX = 64;

    private final String workspace;
    private final Set<String> all;
    private final Set<String> marketing;
    private final Set<String> start;

    private OptWords(String workspace, Set<String> all, Set<String> marketing, Set<String> start) {
        this.workspace = workspace;
        this.all = all;
        this.marketing = marketing;
        this.start = start;
    }

    /** The words of an instance, or those that all have. */
    static OptWords of(String workspace, Optional<Instance> instance) {
        return new OptWords(
                workspace,
                words(instance, Instance.OPT_OUT_WORDS).orElse(STOP),
                words(instance, Instance.OPT_OUT_MARKETING_WORDS).orElse(Set.of()),
                words(instance, Instance.OPT_IN_WORDS).orElse(START));
    }

    private static Optional<Set<String>> words(Optional<Instance> instance, String setting) {
        return instance.map(known -> known.config().get(setting))
                .map(text ->
                        Stream.of(text.split(",", -1))
                                .map(OptWords::plain)
                                .filter(word -> !word.isEmpty())
                                .collect(Collectors.toUnmodifiableSet()));
    }

    /** The command that a message asks for, which is one of the words and nothing else. */
    Optional<ContactCommand> asked(JsonNode content) {
        return Stream.of("/text/body", "/button/text", "/interactive/button_reply/title")
                .map(place -> content.at(place).asString(""))
                // The pattern takes the square of the length of a text.
                .filter(text -> !text.isEmpty() && text.length() <= WORD_LENGTH_MAX)
                .map(OptWords::plain)
                .flatMap(word -> command(word).stream())
                .findFirst();
    }

    private Optional<ContactCommand> command(String word) {
        if (all.contains(word)) {
            return Optional.of(new OptOutContact(workspace, "keyword"));
        }
        if (marketing.contains(word)) {
            return Optional.of(new OptOutContact(workspace, "keyword", OptOut.MARKETING));
        }
        return start.contains(word) ? Optional.of(new OptInContact(workspace)) : Optional.empty();
    }

    /** Both cases, since some letters have two small forms. An emoji alone is a word. */
    private static String plain(String text) {
        String folded =
                Normalizer.normalize(text, Normalizer.Form.NFKC)
                        .toUpperCase(Locale.ROOT)
                        .toLowerCase(Locale.ROOT);
        String word = UNSEEN.matcher(folded).replaceAll("").strip();
        String bare = PUNCTUATION.matcher(word).replaceAll("");
        return BLANKS.matcher(bare.isEmpty() ? word : bare).replaceAll(" ");
    }
}
