package io.postrider.messaging.gateway;

import io.postrider.domain.contacts.Contact;
import io.postrider.domain.contacts.ContactAddress;
import io.postrider.domain.contacts.ContactCommand;
import io.postrider.domain.contacts.ContactCommand.AbsorbContact;
import io.postrider.domain.contacts.ContactCommand.MergeContact;
import io.postrider.domain.contacts.ContactCommand.SeeContact;
import io.postrider.domain.contacts.PhoneNumber;
import io.postrider.messaging.gateway.ContactDirectory.Known;
import io.postrider.platform.secrets.ContactSealer;
import io.postrider.platform.secrets.ContactSealer.Shown;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Finds the contacts of messages, and makes the commands that follow from messages to contacts. */
final class Contacts {

    /** The addresses that belong to one person. A username may be given up. */
    private static final Set<String> IDENTIFYING =
            Set.of(ContactAddress.PHONE, ContactAddress.BSUID);

    /** The maximum length of a name in the API. Each word of a name is hashed many times, by its beginnings. */
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
     * @param commands by the ids of their contacts: they record what the message shows, and merge the contacts of one person
     */
    record Party(String id, boolean blocked, Map<String, ContactCommand> commands) {}

    /**
     * The reason why a message is not sent to a contact; empty where there is none.
     *
     * @param isMarketing whether the message is marketing; called only if that matters
     */
    Optional<String> refusal(String workspace, String contact, BooleanSupplier isMarketing) {
        return directory
                .find(workspace, contact)
                .flatMap(Known::refusal)
                .filter(code -> !code.equals(Known.MARKETING) || isMarketing.getAsBoolean())
                .map(code -> code.equals(Known.MARKETING) ? Known.OPTED_OUT : code);
    }

    /** Whether two ids are of one contact, of which others may have been merged into the other. */
    boolean isSame(String workspace, String contact, String other) {
        return contact.equals(other)
                || directory
                        .find(workspace, contact)
                        .filter(found ->
                                directory.find(workspace, other).equals(Optional.of(found)))
                        .isPresent();
    }

    /**
     * The contact that a message is sent to, as it was decided before.
     *
     * @param address {@code phone} and {@code user_id}
     */
    Optional<Party> receiver(String workspace, JsonNode address, String id, Instant at) {
        List<Shown> shown = shown(address);
        return shown.isEmpty()
                ? Optional.empty()
                : party(
                        workspace,
                        shown,
                        "",
                        id,
                        directory.find(workspace, id).stream().toList(),
                        false,
                        at);
    }

    /**
     * The other side of a message, as the provider tells it. Contacts that share its number or its id at WhatsApp are one person.
     *
     * @param addresses {@code phone}, {@code user_id}, {@code username} and {@code name}; the newest first
     * @param id of a contact that is this person; null where none is known
     * @return empty if the message shows no address, or the workspace has no data key
     */
    Optional<Party> of(
            String workspace, List<JsonNode> addresses, @Nullable String id, Instant at) {
        List<Shown> shown =
                addresses.stream().flatMap(each -> shown(each).stream()).distinct().toList();
        if (shown.isEmpty()) {
            return Optional.empty();
        }
        List<Known> persons =
                new ArrayList<>(
                        owners(workspace, shown, each -> IDENTIFYING.contains(each.type())));
        Optional.ofNullable(id)
                .flatMap(known -> directory.find(workspace, known))
                .filter(known -> !persons.contains(known))
                .ifPresent(persons::add);
        if (persons.isEmpty()) {
            // A username that was given up may be that of another person now.
            boolean hasUserId =
                    shown.stream().anyMatch(each -> each.type().equals(ContactAddress.BSUID));
            owners(workspace, shown, _ -> true).stream()
                    .filter(known -> !hasUserId || !known.hasUserId())
                    .limit(1)
                    .forEach(persons::add);
        }
        String name = addresses.getLast().path("name").asString("");
        boolean changes = addresses.size() > 1;
        return party(workspace, shown, name, id, persons, changes, at);
    }

    /** The merges that follow from a contact that was seen at the same time as another one with its number. */
    Map<String, ContactCommand> merges(Contact seen) {
        List<String> tokens =
                seen.addresses().stream()
                        .filter(address -> IDENTIFYING.contains(address.type()))
                        .map(ContactAddress::token)
                        .toList();
        return merges(seen.workspace(), directory.withAddress(seen.workspace(), tokens));
    }

    /** The id of a contact, or of the one into which it was merged. */
    String current(String workspace, String contact) {
        return directory.find(workspace, contact).map(Known::id).orElse(contact);
    }

    /** The command that gives a contact what was that of one that was merged into it, sealed anew. */
    AbsorbContact absorbed(Contact merged, String into) {
        String id = current(merged.workspace(), into);
        return new AbsorbContact(sealer.resealed(merged, id), merged.id());
    }

    private List<Known> owners(String workspace, List<Shown> shown, Predicate<Shown> are) {
        return directory.withAddress(
                workspace,
                shown.stream()
                        .filter(are)
                        .flatMap(each -> token(workspace, each).stream())
                        .toList());
    }

    private Optional<String> token(String workspace, Shown shown) {
        return sealer.token(workspace, shown.type(), shown.value());
    }

    private Optional<Party> party(
            String workspace,
            List<Shown> shown,
            String givenName,
            @Nullable String id,
            List<Known> persons,
            boolean changes,
            Instant at) {
        Optional<Known> first = persons.stream().min(Known.OLDEST_FIRST);
        boolean blocked = persons.stream().anyMatch(Known::isBlocked);
        Map<String, ContactCommand> commands = new LinkedHashMap<>();
        List<String> tokens =
                shown.stream().flatMap(each -> token(workspace, each).stream()).toList();
        if (changes || first.filter(known -> known.tokens().containsAll(tokens)).isEmpty()) {
            String name = givenName.substring(0, Math.min(givenName.length(), NAME_LENGTH_MAX));
            sealer.seen(workspace, shown, name, first.map(Known::id).orElse(id), at)
                    .ifPresent(seen -> commands.put(seen.id(), new SeeContact(seen)));
        }
        Optional<String> found =
                first.map(Known::id).or(() -> commands.keySet().stream().findFirst());
        commands.putAll(merges(workspace, persons));
        return found.map(contact -> new Party(contact, blocked, commands));
    }

    private static Map<String, ContactCommand> merges(String workspace, List<Known> persons) {
        Map<String, ContactCommand> merges = new LinkedHashMap<>();
        List<Known> sorted = persons.stream().sorted(Known.OLDEST_FIRST).toList();
        sorted.stream()
                .skip(1)
                .forEach(each ->
                        merges.put(each.id(), new MergeContact(workspace, sorted.getFirst().id())));
        return merges;
    }

    private static List<Shown> shown(JsonNode address) {
        String phone = address.path("phone").asString("");
        return Stream.of(
                        new Shown(ContactAddress.PHONE, PhoneNumber.parse(phone).orElse(phone)),
                        new Shown(ContactAddress.BSUID, address.path("user_id").asString("")),
                        new Shown(ContactAddress.USERNAME, address.path("username").asString("")))
                .filter(each -> !each.value().isBlank())
                .filter(each -> each.value().length() <= Contact.ADDRESS_LENGTH_MAX)
                .toList();
    }
}
