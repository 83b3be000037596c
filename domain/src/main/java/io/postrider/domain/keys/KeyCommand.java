package io.postrider.domain.keys;

import io.postrider.domain.kernel.Edit;
import java.time.Instant;

/** What can be asked of an API key. */
public sealed interface KeyCommand {

    /** The workspace that asks; a key of another one is as good as unknown. */
    String workspace();

    /** Bring a key into force. */
    record CreateKey(ApiKey key) implements KeyCommand {
        @Override
        public String workspace() {
            return key.workspace();
        }
    }

    /** Change some fields of a key. */
    record UpdateKey(String workspace, KeyPatch patch) implements KeyCommand, Edit {
        @Override
        public boolean bringsText() {
            return Edit.anyText(patch.name(), patch.resources(), patch.ipAllow(), patch.origins());
        }
    }

    /**
     * Give a key a new secret.
     *
     * @param secretHash HMAC-SHA-256 of the new token under the pepper, in hex
     * @param oldUntil until when the old secret remains valid; not after the decision means not at all
     */
    record RotateKey(String workspace, String secretHash, int pepperVersion, Instant oldUntil)
            implements KeyCommand {

        @Override
        public String toString() {
            return "RotateKey[" + workspace + ", until " + oldUntil + "]";
        }
    }

    /** Revokes a key. */
    record RevokeKey(String workspace) implements KeyCommand {}

    /**
     * Write down that a key's end has come, if that is still its end.
     *
     * @param expiresAt the end that was waited for
     */
    record ExpireKey(String workspace, Instant expiresAt) implements KeyCommand {}
}
