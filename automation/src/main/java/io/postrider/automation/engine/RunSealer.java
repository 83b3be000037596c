package io.postrider.automation.engine;

import io.postrider.automation.rules.Sealer;
import io.postrider.platform.secrets.SecretBox;
import java.util.Optional;

/** Seals the data of runs under the data keys of their workspaces. */
record RunSealer(SecretBox box) implements Sealer {

    @Override
    public Optional<String> seal(String workspace, String purpose, String text) {
        return box.seal(workspace, purpose, text);
    }

    @Override
    public Optional<String> open(String workspace, String purpose, String sealed) {
        return box.open(workspace, purpose, sealed);
    }
}
