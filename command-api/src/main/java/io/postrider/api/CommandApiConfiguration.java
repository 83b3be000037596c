package io.postrider.api;

import io.postrider.web.WebConfiguration;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * The REST API: the features of this module and of the modules that it uses. The node supplies settings, clock and randomness,
 * the command gateway, the read side, the replicas of keys, links and models with their freshness, the secrets, the policy and
 * client of outbound calls, the settings of models, the recorders of listings and of the audit, and the readiness checks.
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

    /**
     * Every start reads the class files that this pattern matches; reading all classes would take most of the time of a
     * context.
     */
    static final String CONFIGURATIONS = "**/*Configuration.class";
}
