package io.postrider.api;

import io.postrider.web.WebConfiguration;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * The REST API: every feature of this module and of those below it. From outside it expects the settings, the clock and the randomness, the
 * command gateway, the reads, the tables of keys, links and models and how fresh they are, the secrets, where outbound
 * calls may go and what makes them, the settings of models, the recorders of listings and of the audit and the readiness checks.
 */
@Configuration(proxyBeanMethods = false)
@Import(WebConfiguration.class)
@ComponentScan(
        basePackages = {
            "io.postrider.api",
            "io.postrider.identity",
            "io.postrider.redirects",
            "io.postrider.models",
            "io.postrider.messaging.api",
            "io.postrider.automation.api",
            "io.postrider.webhooks.api"
        },
        resourcePattern = CommandApiConfiguration.CONFIGURATIONS)
public class CommandApiConfiguration {

    /** Every start reads the class files that this names; those of all other classes take most of the time of a context. */
    static final String CONFIGURATIONS = "**/*Configuration.class";
}
