package io.postrider.platform.secrets;

import io.postrider.domain.contacts.Contact;
import io.postrider.domain.contacts.ContactAddress;
import io.postrider.domain.contacts.PhoneNumber;
import java.text.Normalizer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Seals the parts of contacts, and makes the keyed hashes by which contacts are found. Every answer is empty where the
 * workspace has no data key.
 */
public final class ContactSealer {

    private static final int TOKEN_DIGITS = 24;
    private static final int WORD_DIGITS = 12;
    private static final int BEGINNING_MIN = 3;
    private static final int SEARCHED_MAX = 16;

    /** A search compares this many characters of each word. */
    private static final int BEGINNING_MAX = 15;

    private static final Pattern BETWEEN = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");

    private final SecretBox box;

    /** An address in plain text. */
    public record Shown(String type, String value) {}

    public ContactSealer(SecretBox box) {
        this.box = box;
    }

    /** The hash of an address, by which its contact is found. */
    public Optional<String> token(String workspace, String type, String value) {
        String form =
                type.equals(ContactAddress.PHONE)
                        ? PhoneNumber.canonical(value)
                        : normalized(type, value);
        return box.hash(workspace, type, form, TOKEN_DIGITS);
    }

    /** An address of the contact with an id. */
    public Optional<ContactAddress> address(
            String workspace, String contact, String type, String value) {
        String plain = normalized(type, value);
        return box.seal(workspace, Contact.purpose(contact, type), plain)
                .map(sealed ->
                        new ContactAddress(
                                type,
                                sealed,
                                token(workspace, type, plain).orElseThrow(),
                                words(workspace, plain)));
    }

    /** A part of a contact as ciphertext. */
    public Optional<String> sealed(String workspace, String purpose, String text) {
        return box.seal(workspace, purpose, text);
    }

    /** The name of a contact as ciphertext; null where the workspace has no data key. */
    public @Nullable String name(String workspace, String contact, String name) {
        return sealed(workspace, Contact.purpose(contact, "name"), name).orElse(null);
    }

    /** The hashes of the beginnings of the words of a text. */
    public List<String> words(String workspace, String text) {
        Set<String> beginnings = new LinkedHashSet<>();
        for (String word : split(text)) {
            int length = word.length();
            for (int end = Math.min(BEGINNING_MIN, length);
                    end <= Math.min(BEGINNING_MAX, length);
                    end++) {
                beginnings.add(word.substring(0, end));
            }
        }
        return beginnings.stream().flatMap(word -> hash(workspace, word).stream()).toList();
    }

    /** The hashes of the words of a search, separated by blanks; a contact is found that has them all. */
    public String search(String workspace, String text) {
        List<String> words = new ArrayList<>();
        for (String word : split(text).stream().limit(SEARCHED_MAX).toList()) {
            String begin = word.substring(0, Math.min(BEGINNING_MAX, word.length()));
            words.add(hash(workspace, begin).orElse("0"));
        }
        return String.join(" ", words);
    }

    /**
     * A contact as a message shows it.
     *
     * @param addresses of which the id at WhatsApp, or else the first one, gives the id unless another is given
     * @param name empty where it is not shown
     * @param known the id of the contact; null where no contact is known
     */
    public Optional<Contact> seen(
            String workspace,
            List<Shown> addresses,
            String name,
            @Nullable String known,
            Instant at) {
        Shown first =
                addresses.stream()
                        .filter(address -> address.type().equals(ContactAddress.BSUID))
                        .findFirst()
                        .orElseGet(addresses::getFirst);
        return token(workspace, first.type(), first.value())
                .map(token -> known == null ? Contact.idOf(workspace, token) : known)
                .map(id -> {
                    List<ContactAddress> sealed = new ArrayList<>();
                    addresses.forEach(shown ->
                            address(workspace, id, shown.type(), shown.value())
                                    .ifPresent(sealed::add));
                    boolean named = !name.isBlank();
                    return new Contact(
                            id,
                            workspace,
                            named ? name(workspace, id, name) : null,
                            named ? words(workspace, name) : List.of(),
                            sealed,
                            List.of(),
                            Map.of(),
                            false,
                            null,
                            List.of(),
                            at,
                            at);
                });
    }

    /**
     * The parts of a contact, sealed for another one that takes it over.
     *
     * @param into the id of the other contact
     */
    public Contact resealed(Contact contact, String into) {
        String workspace = contact.workspace();
        List<ContactAddress> addresses = new ArrayList<>();
        for (ContactAddress address : contact.addresses()) {
            open(contact, address.type(), address.value())
                    .flatMap(value -> address(workspace, into, address.type(), value))
                    .ifPresent(addresses::add);
        }
        Map<String, String> fields = new LinkedHashMap<>();
        contact.fields()
                .forEach((field, value) ->
                        open(contact, "fields/" + field, value)
                                .flatMap(plain ->
                                        sealed(
                                                workspace,
                                                Contact.purposeOfField(into, field),
                                                plain))
                                .ifPresent(sealed -> fields.put(field, sealed)));
        return new Contact(
                into,
                workspace,
                Optional.ofNullable(contact.name())
                        .flatMap(name -> open(contact, "name", name))
                        .map(plain -> name(workspace, into, plain))
                        .orElse(null),
                contact.nameWords(),
                addresses,
                contact.labels(),
                fields,
                contact.blocked(),
                contact.optOut(),
                contact.merged(),
                contact.createdAt(),
                contact.updatedAt());
    }

    private Optional<String> open(Contact contact, String part, String sealed) {
        return box.open(contact.workspace(), Contact.purpose(contact.id(), part), sealed);
    }

    private Optional<String> hash(String workspace, String word) {
        return box.hash(workspace, "word", word, WORD_DIGITS);
    }

    private static List<String> split(String text) {
        String plain = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
        List<String> words = new ArrayList<>(List.of(BETWEEN.split(plain, -1)));
        words.removeIf(String::isEmpty);
        return words;
    }

    private static String normalized(String type, String value) {
        return switch (type) {
            case ContactAddress.EMAIL -> value.toLowerCase(Locale.ROOT);
            case ContactAddress.USERNAME -> value.toLowerCase(Locale.ROOT).replaceAll("^@", "");
            default -> value;
        };
    }
}
