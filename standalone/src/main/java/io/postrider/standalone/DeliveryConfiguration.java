package io.postrider.standalone;

import io.postrider.automation.engine.AutomationEngine;
import io.postrider.messaging.gateway.ChannelGateway;
import io.postrider.outbound.delivery.DeliveryService;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.schemas.catalogue.EventJson;
import io.postrider.webhooks.WebhookDispatcher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The services that make requests; the name of each bean is the name of its part in checks and messages. */
final class DeliveryConfiguration {

    private DeliveryConfiguration() {}

    @Configuration(proxyBeanMethods = false)
    static class Webhooks {

        @Bean
        ProjectionStore dispatchStore(Node node) {
            return node.store("dispatch");
        }

        @Bean
        DeliveryService webhooks(Node node, ProjectionStore dispatchStore) {
            return WebhookDispatcher.open(
                    node.clients(),
                    node.streams(),
                    dispatchStore,
                    node.secretFiles(),
                    node.services().egress(),
                    node.services().tenants().webhooks(),
                    node.services().cpuPerMinute(),
                    new EventJson(node.rendering()),
                    node.ids(),
                    node.clock(),
                    Version.text(),
                    node.meters());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Messages {

        @Bean
        ProjectionStore gatewayStore(Node node) {
            return node.store("gateway");
        }

        @Bean
        DeliveryService messages(Node node, ProcessRole role, ProjectionStore gatewayStore) {
            return ChannelGateway.open(
                    node.clients(),
                    node.streams(),
                    gatewayStore,
                    node.secretFiles(),
                    node.services().egress(),
                    edge(node, role),
                    node.services().sandboxPort(),
                    node.services().media(),
                    node.ids(),
                    node.clock(),
                    Version.text(),
                    node.meters());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Automation {

        @Bean
        ProjectionStore automationStore(Node node) {
            return node.store("automation");
        }

        @Bean
        DeliveryService automation(Node node, ProcessRole role, ProjectionStore automationStore) {
            return AutomationEngine.open(
                    node.clients(),
                    node.streams(),
                    automationStore,
                    node.secretFiles(),
                    node.services().egress(),
                    edge(node, role),
                    node.settings().baseUrl(),
                    node.settings().defaultDomain(),
                    node.services().cpuPerMinute(),
                    node.ids(),
                    node.clock(),
                    Version.text(),
                    node.meters());
        }
    }

    /** The edge of the same process, whatever its public address is, or the one that the setting names. */
    private static String edge(Node node, ProcessRole role) {
        String usual =
                role.includes(ProcessRole.COMMAND_API)
                        ? "http://127.0.0.1:" + node.settings().port()
                        : node.settings().baseUrl();
        return node.services().callbacks().orElse(usual);
    }
}
