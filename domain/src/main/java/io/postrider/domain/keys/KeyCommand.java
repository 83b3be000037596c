package io.postrider.domain.keys;

import io.postrider.domain.kernel.Edit;
import java.time.Instant;

/** The commands on an API key. */
public sealed interface KeyCommand {

    /** The workspace that asks; a key of another one is as good as unknown. */
    String workspace();

    /** Creates an API key. */
    record CreateKey(ApiKey key) implements KeyCommand {
        @Override
        public String workspace() {
            return key.workspace();
        }
    }

    /** Changes some fields of a key. */
    record UpdateKey(String workspace, KeyPatch patch) implements KeyCommand, Edit {
        @Override
        public boolean bringsText() {
            return Edit.anyText(patch.name(), patch.resources(), patch.ipAllow(), patch.origins());
        }
    }

    /**
     * Rotates the secret of a key.
     *
     * @param secretHash HMAC-SHA-256 of the new token under the pepper, in hex
     * @param oldUntil the end of the old secret's validity; a time before the decision ends it at once
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
     * Records the expiry of a key, if its end is unchanged.
     *
     * @param expiresAt the end of the key that is expected
     */
    record ExpireKey(String workspace, Instant expiresAt) implements KeyCommand {}
}
