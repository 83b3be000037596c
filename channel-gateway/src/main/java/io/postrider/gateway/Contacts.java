package io.postrider.gateway;

import io.postrider.domain.contacts.Contact;
import io.postrider.domain.contacts.ContactAddress;
import io.postrider.domain.contacts.ContactCommand;
import io.postrider.domain.contacts.ContactCommand.OptInContact;
import io.postrider.domain.contacts.ContactCommand.OptOutContact;
import io.postrider.domain.contacts.ContactCommand.SeeContact;
import io.postrider.gateway.ContactDirectory.Known;
import io.postrider.runtime.secrets.ContactSealer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Finds the contacts of messages, and makes the commands that follow from messages to contacts. */
final class Contacts {

    private static final Set<String> STOP =
            Set.of(
                    "stop",
                    "stopall",
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

    /** What is around a word, as in {@code STOP!}. */
    private static final Pattern PUNCTUATION =
            Pattern.compile("^[\\s\\p{P}]+|[\\s\\p{P}]+$", Pattern.UNICODE_CHARACTER_CLASS);

    /** With what is around it. */
    private static final int WORD_LENGTH_MAX = 64;

    /** What the API takes as a name. Each word of a name is hashed many times, by its beginnings. */
    private static final int NAME_LENGTH_MAX = 200;

    private final ContactDirectory directory;
    private final ContactSealer sealer;

    Contacts(ContactDirectory directory, ContactSealer sealer) {
        this.directory = directory;
        this.sealer = sealer;
    }

    /**
     * The contact of a message.
     *
     * @param seen the command that records what the message shows; empty where that is known
     */
    record Party(String id, boolean blocked, Optional<SeeContact> seen) {}

    /** The reason why nothing is sent to a contact; empty where there is none. */
    Optional<String> refusal(String workspace, String contact) {
        return directory.find(workspace, contact).flatMap(Known::refusal);
    }

    /**
     * The other side of a message.
     *
     * @param address {@code phone}, {@code user_id}, {@code username} and {@code name}
     * @param id of the contact as far as it was decided before
     * @return empty if the message shows no address, or the workspace has no data key
     */
    Optional<Party> of(String workspace, JsonNode address, @Nullable String id, Instant at) {
        Map<String, String> shown = addresses(address);
        if (shown.isEmpty()) {
            return Optional.empty();
        }
        List<String> tokens = new ArrayList<>();
        shown.forEach((type, value) -> sealer.token(workspace, type, value).ifPresent(tokens::add));
        Optional<Known> known =
                id == null
                        ? directory.withAddress(workspace, tokens)
                        : directory.find(workspace, id);
        if (known.filter(contact -> contact.tokens().containsAll(tokens)).isPresent()) {
            return known.map(
                    contact -> new Party(contact.id(), contact.isBlocked(), Optional.empty()));
        }
        String shownName = address.path("name").asString("");
        String name = shownName.substring(0, Math.min(shownName.length(), NAME_LENGTH_MAX));
        return sealer.seen(workspace, shown, name, known.map(Known::id).orElse(id), at)
                .map(contact ->
                        new Party(
                                contact.id(),
                                known.filter(Known::isBlocked).isPresent(),
                                Optional.of(new SeeContact(contact))));
    }

    /** The command that a text asks for: an opt-out by {@code STOP}, an opt-in by {@code START}. */
    static Optional<ContactCommand> asked(String workspace, String type, JsonNode content) {
        String body = content.at("/text/body").asString("");
        // The pattern takes the square of the length of a text.
        if (!type.equals("text") || body.length() > WORD_LENGTH_MAX) {
            return Optional.empty();
        }
        String word = PUNCTUATION.matcher(body.toLowerCase(Locale.ROOT)).replaceAll("");
        if (STOP.contains(word)) {
            return Optional.of(new OptOutContact(workspace, "keyword"));
        }
        return START.contains(word) ? Optional.of(new OptInContact(workspace)) : Optional.empty();
    }

    private static Map<String, String> addresses(JsonNode address) {
        Map<String, String> shown = new LinkedHashMap<>();
        put(shown, ContactAddress.PHONE, address.path("phone").asString(""));
        put(shown, ContactAddress.BSUID, address.path("user_id").asString(""));
        put(shown, ContactAddress.USERNAME, address.path("username").asString(""));
        return shown;
    }

    private static void put(Map<String, String> shown, String type, String value) {
        if (!value.isBlank() && value.length() <= Contact.ADDRESS_LENGTH_MAX) {
            shown.put(type, value);
        }
    }
}
