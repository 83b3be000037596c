package io.postrider.domain.contacts;

import io.postrider.domain.contacts.Contact.OptOut;
import io.postrider.domain.kernel.Edit;
import org.jspecify.annotations.Nullable;

/** Commands to contacts. */
public sealed interface ContactCommand {

    /** The workspace that asks. */
    String workspace();

    /** Creates a contact. */
    record CreateContact(Contact contact) implements ContactCommand {
        @Override
        public String workspace() {
            return contact.workspace();
        }
    }

    /**
     * Records that a message was exchanged with a contact, which is created if it does not exist.
     *
     * @param contact the addresses and the name in the message
     */
    record SeeContact(Contact contact) implements ContactCommand {
        @Override
        public String workspace() {
            return contact.workspace();
        }
    }

    /** Changes some fields of a contact. */
    record UpdateContact(String workspace, ContactPatch patch) implements ContactCommand, Edit {
        @Override
        public boolean bringsText() {
            return Edit.anyText(patch.name(), patch.addresses(), patch.labels(), patch.fields());
        }
    }

    /** Ignores messages from a contact. */
    record BlockContact(String workspace) implements ContactCommand {}

    /** Unblocks a contact. */
    record UnblockContact(String workspace) implements ContactCommand {}

    /**
     * Records that a contact opted out.
     *
     * @param source the source: {@code api}, {@code keyword} or {@code provider}
     * @param category the category: {@code marketing} or {@code all}; null for all
     */
    record OptOutContact(String workspace, String source, @Nullable String category)
            implements ContactCommand {

        /** The wish to get no message at all. */
        public OptOutContact(String workspace, String source) {
            this(workspace, source, OptOut.ALL);
        }
    }

    /**
     * Records that a contact opted in again.
     *
     * @param category the category: {@code marketing}, which does not end an opt-out of all messages, or {@code all}; null for
     *     all
     */
    record OptInContact(String workspace, @Nullable String category) implements ContactCommand {

        /** The wish to get all messages. */
        public OptInContact(String workspace) {
            this(workspace, OptOut.ALL);
        }
    }

    /**
     * Ends a contact that is merged into another one.
     *
     * @param into the id of the other contact
     */
    record MergeContact(String workspace, String into) implements ContactCommand {}

    /**
     * Merges a contact into this one, which is created if it does not exist.
     *
     * @param contact the data of the other contact, sealed for this one
     * @param from the id of the other contact
     */
    record AbsorbContact(Contact contact, String from) implements ContactCommand {
        @Override
        public String workspace() {
            return contact.workspace();
        }
    }

    /** Deletes a contact. */
    record DeleteContact(String workspace) implements ContactCommand {}
}
