package io.postrider.api.links;

import io.postrider.platform.settings.Expected;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * Settings of short links.
 *
 * @param targets whether the target of a link can have a private address
 */
@ConfigurationProperties("postrider")
public record LinkSettings(
        @Name("private-link-targets") @DefaultValue("refuse") @Expected("refuse or allow")
                PrivateTargets targets) {

    /** The treatment of links to private addresses. */
    public enum PrivateTargets {
        REFUSE,
        ALLOW
    }

    /** Whether links may lead to private addresses. */
    public boolean privateTargets() {
        return targets == PrivateTargets.ALLOW;
    }
}
