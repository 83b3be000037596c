package io.postrider.domain.keys;

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

    /** Take a key out of force, for ever. */
    record RevokeKey(String workspace) implements KeyCommand {}
}
