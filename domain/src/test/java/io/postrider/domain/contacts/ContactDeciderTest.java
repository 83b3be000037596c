package io.postrider.domain.contacts;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.contacts.ContactCommand.AbsorbContact;
import io.postrider.domain.contacts.ContactCommand.BlockContact;
import io.postrider.domain.contacts.ContactCommand.CreateContact;
import io.postrider.domain.contacts.ContactCommand.DeleteContact;
import io.postrider.domain.contacts.ContactCommand.MergeContact;
import io.postrider.domain.contacts.ContactCommand.OptInContact;
import io.postrider.domain.contacts.ContactCommand.OptOutContact;
import io.postrider.domain.contacts.ContactCommand.SeeContact;
import io.postrider.domain.contacts.ContactCommand.UpdateContact;
import io.postrider.domain.contacts.ContactEvent.ContactCreated;
import io.postrider.domain.contacts.ContactEvent.ContactDeleted;
import io.postrider.domain.contacts.ContactEvent.ContactMerged;
import io.postrider.domain.contacts.ContactEvent.ContactOptedIn;
import io.postrider.domain.contacts.ContactEvent.ContactOptedOut;
import io.postrider.domain.contacts.ContactEvent.ContactUpdated;
import io.postrider.domain.kernel.Decision.Accepted;
import io.postrider.domain.kernel.Decision.Rejected;
import io.postrider.domain.kernel.Lifecycle;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ContactDeciderTest {

    private static final String WORKSPACE = "ws_01kb3q8z1vf0t9h2x7c5n4m6ra";
    private static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");

    private final ContactDecider decider = new ContactDecider();
    private Lifecycle<Contact> state = decider.initialState();

    @Test
    void aContactThatIsSeenIsCreatedOnceAndLearnsFurtherAddresses() {
        assertThat(events(new SeeContact(contact(null, "phone"))))
                .hasExactlyElementsOfTypes(ContactCreated.class);
        assertThat(events(new SeeContact(contact(null, "phone")))).isEmpty();

        assertThat(events(new SeeContact(contact("Ana", "bsuid"))))
                .hasExactlyElementsOfTypes(ContactUpdated.class);
        assertThat(contact().name()).isEqualTo("Ana");
        assertThat(contact().addresses())
                .extracting(ContactAddress::type)
                .containsExactly("phone", "bsuid");

        assertThat(events(new SeeContact(contact("Anna", "phone")))).isEmpty();
    }

    @Test
    void aContactIsCreatedOnceAndAgainAfterItWasDeleted() {
        events(new CreateContact(contact("Ana", "phone")));
        assertThat(rejection(new CreateContact(contact("Ana", "phone"))))
                .isEqualTo("contact_exists");

        events(new DeleteContact(WORKSPACE));
        assertThat(rejection(new BlockContact(WORKSPACE))).isEqualTo("not_found");
        assertThat(events(new SeeContact(contact("Ana", "phone"))))
                .hasExactlyElementsOfTypes(ContactCreated.class);
    }

    @Test
    void anOptOutIsRecordedOnceWithItsSource() {
        events(new CreateContact(contact("Ana", "phone")));

        assertThat(events(new OptInContact(WORKSPACE))).isEmpty();
        assertThat(events(new OptOutContact(WORKSPACE, "keyword")))
                .hasExactlyElementsOfTypes(ContactOptedOut.class);
        assertThat(events(new OptOutContact(WORKSPACE, "api"))).isEmpty();
        assertThat(contact().optOut()).isEqualTo(new Contact.OptOut("keyword", NOW));
        assertThat(events(new OptInContact(WORKSPACE)))
                .hasExactlyElementsOfTypes(ContactOptedIn.class);
    }

    @Test
    void aContactThatIsMergedEndsAndTheOtherTakesOverAllOfIt() {
        events(new CreateContact(contact("Ana", "phone")));
        events(update(List.of("labels", "fields/city"), List.of("vip"), Map.of("city", "Lisbon")));
        events(new OptOutContact(WORKSPACE, "api"));
        Contact gone = contact();
        assertThat(events(new MergeContact(WORKSPACE, "ctc_1"))).isEmpty();
        assertThat(events(new MergeContact(WORKSPACE, "ctc_2")))
                .containsExactly(new ContactDeleted(gone, "ctc_2"));
        assertThat(events(new MergeContact(WORKSPACE, "ctc_2"))).isEmpty();

        state = decider.initialState();
        events(new CreateContact(contact("Ben", "bsuid")));
        events(new BlockContact(WORKSPACE));
        assertThat(events(new AbsorbContact(gone, "ctc_9")))
                .hasExactlyElementsOfTypes(ContactMerged.class);
        assertThat(contact())
                .returns("Ben", Contact::name)
                .returns(true, Contact::blocked)
                .returns(gone.optOut(), Contact::optOut)
                .returns(List.of("vip"), Contact::labels)
                .returns(gone.fields(), Contact::fields)
                .returns(List.of("ctc_9"), Contact::merged);
        assertThat(contact().addresses())
                .extracting(ContactAddress::type)
                .containsExactly("bsuid", "phone");
    }

    @Test
    void mergingIntoADeletedContactCreatesItAgain() {
        assertThat(events(new AbsorbContact(contact("Ana", "phone"), "ctc_9")))
                .hasExactlyElementsOfTypes(ContactCreated.class, ContactMerged.class);
        assertThat(contact().name()).isEqualTo("Ana");
    }

    @Test
    void anOptOutOfMarketingIsWithinOneOfAll() {
        String marketing = Contact.OptOut.MARKETING;
        events(new CreateContact(contact("Ana", "phone")));

        events(new OptOutContact(WORKSPACE, "provider", marketing));
        assertThat(events(new OptOutContact(WORKSPACE, "api", marketing))).isEmpty();
        assertThat(events(new OptOutContact(WORKSPACE, "keyword", null)))
                .hasExactlyElementsOfTypes(ContactOptedOut.class);
        assertThat(events(new OptOutContact(WORKSPACE, "provider", marketing))).isEmpty();
        assertThat(events(new OptInContact(WORKSPACE, marketing))).isEmpty();
        assertThat(events(new OptInContact(WORKSPACE, null)))
                .hasExactlyElementsOfTypes(ContactOptedIn.class);
        events(new OptOutContact(WORKSPACE, "provider", marketing));
        assertThat(events(new OptInContact(WORKSPACE, marketing)))
                .hasExactlyElementsOfTypes(ContactOptedIn.class);
    }

    @Test
    void aPatchChangesTheFieldsThatItNames() {
        events(new CreateContact(contact("Ana", "phone")));

        events(update(List.of("labels", "fields/city"), List.of("vip"), Map.of("city", "Lisbon")));
        assertThat(contact().labels()).containsExactly("vip");
        assertThat(contact().name()).isEqualTo("Ana");
        events(update(List.of("fields/city"), List.of(), Map.of()));
        assertThat(contact().fields()).isEmpty();
        assertThat(contact().labels()).containsExactly("vip");
        assertThat(rejection(update(List.of("addresses"), List.of(), Map.of())))
                .isEqualTo("invalid");
    }

    @Test
    void aContactOfAnotherWorkspaceIsNotThere() {
        events(new CreateContact(contact("Ana", "phone")));

        assertThat(rejection(new OptOutContact("ws_2", "api"))).isEqualTo("not_found");
    }

    private static UpdateContact update(
            List<String> changed, List<String> labels, Map<String, String> fields) {
        return new UpdateContact(
                WORKSPACE, new ContactPatch(changed, null, List.of(), List.of(), labels, fields));
    }

    private static Contact contact(@Nullable String name, String type) {
        return new Contact(
                "ctc_1",
                WORKSPACE,
                name,
                List.of(),
                List.of(new ContactAddress(type, "sealed", "token of " + type, List.of())),
                List.of(),
                Map.of(),
                false,
                null,
                List.of(),
                NOW,
                NOW);
    }

    private Contact contact() {
        assertThat(state).isInstanceOf(Lifecycle.Present.class);
        return ((Lifecycle.Present<Contact>) state).value();
    }

    private List<ContactEvent> events(ContactCommand command) {
        List<ContactEvent> events =
                switch (decider.decide(state, command, NOW)) {
                    case Accepted<ContactEvent>(var accepted) -> accepted;
                    case Rejected<ContactEvent>(var rejection) ->
                            throw new AssertionError(rejection);
                };
        events.forEach(event -> state = decider.evolve(state, event));
        return events;
    }

    private String rejection(ContactCommand command) {
        return switch (decider.decide(state, command, NOW)) {
            case Accepted<ContactEvent> accepted -> throw new AssertionError(accepted);
            case Rejected<ContactEvent>(var rejection) -> rejection.code();
        };
    }
}
