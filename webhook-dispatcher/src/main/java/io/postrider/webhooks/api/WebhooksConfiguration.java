package io.postrider.webhooks.api;

import io.postrider.contract.EventCatalogue;
import io.postrider.identity.keys.KeyDependents;
import io.postrider.outbound.egress.EgressPolicy;
import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.platform.commands.CommandGateway;
import io.postrider.platform.limits.TenantLimits;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.schemas.Context;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.web.resource.IdGenerator;
import io.postrider.web.resource.LocalEventListener;
import io.postrider.web.resource.Queries;
import io.postrider.web.resource.ResourceApis;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRoutes;
import io.postrider.webhooks.endpoints.EndpointSecrets;
import io.postrider.webhooks.fanout.Expressions;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/** Beans of the operations on webhook endpoints and deliveries. */
@Configuration(proxyBeanMethods = false)
class WebhooksConfiguration {

    @Bean
    @Order(2)
    KeyDependents webhooksOfKey(WebhookReplica table) {
        return new KeyDependents("webhooks", table::savedBy);
    }

    @Bean
    LocalEventListener webhookHolder(WebhookReplica table) {
        return LocalEventListener.here(Context.WEBHOOKS, table::apply);
    }

    @Bean
    ApiRoutes webhookRoutes(
            ResourceApis resources,
            SecretBox box,
            SecureRandom random,
            WebhookReplica table,
            TenantLimits limits,
            EgressPolicy egress) {
        return new WebhookRoutes(
                resources.of(Catalogue.WEBHOOK, WebhookRoutes.PATH, "webhooks"),
                new WebhookFields(TargetPolicy.forCalls(egress)),
                table,
                table.bound(limits.webhooks()),
                new EndpointSecrets(box),
                random);
    }

    @Bean
    ApiRoutes jwksRoutes(WebhookReplica table, InstantSource clock) {
        return new JwksRoutes(table, clock);
    }

    @Bean
    Expressions webhookExpressions() {
        return new Expressions();
    }

    @Bean
    DeliveryWriter deliveryWriter(
            RequestedDeliveries log, Queries queries, IdGenerator mint, Expressions expressions) {
        return new DeliveryWriter(log, queries, mint, expressions);
    }

    @Bean
    ApiRoutes testRoutes(
            Queries queries,
            Writes writes,
            IdGenerator mint,
            DeliveryWriter deliveries,
            EventCatalogue events) {
        return new TestRoutes(queries, writes, mint, deliveries, events);
    }

    @Bean
    ApiRoutes repairRoutes(
            Queries queries, Writes writes, IdGenerator mint, DeliveryWriter deliveries) {
        return new RepairRoutes(queries, writes, mint, deliveries);
    }

    @Bean
    ApiRoutes replayRoutes(
            Queries queries,
            Writes writes,
            IdGenerator mint,
            DeliveryWriter deliveries,
            Expressions expressions) {
        return new ReplayRoutes(queries, writes, mint, deliveries, expressions);
    }

    @Bean
    LocalEventListener replayHolder(ReplayReplica replays) {
        return LocalEventListener.here(Context.WEBHOOKS, replays::apply);
    }

    @Bean
    ReplayPages replayPages(
            Queries queries, IdGenerator mint, DeliveryWriter deliveries, Expressions expressions) {
        return new ReplayPages(queries, mint, deliveries, expressions);
    }

    @Bean
    ReplayRunner replayRunner(
            ReplayReplica replays,
            WebhookReplica webhooks,
            ReplayPages pages,
            CommandGateway gateway,
            IdGenerator mint,
            SchemaIds ids,
            ReplayGate gate,
            InstantSource clock) {
        ReplayCommands commands = new ReplayCommands(replays, gateway, mint, ids);
        return new ReplayRunner(replays, webhooks, pages, commands, gate, clock);
    }

    @Bean
    ApiRoutes deliveryReplayRoutes(
            ResourceApis resources,
            DeliveryWriter deliveries,
            ReplayReplica replays,
            ReplayPages pages) {
        return new DeliveryReplayRoutes(resources, deliveries, replays, new ReplayEstimate(pages));
    }

    @Bean
    ApiRoutes explainRoutes(
            Writes writes, IdGenerator mint, DeliveryWriter deliveries, Expressions expressions) {
        return new ExplainRoutes(writes, mint, deliveries, expressions);
    }

    @Bean
    ApiRoutes inboxRoutes(
            AcknowledgedDeliveries log,
            Queries queries,
            Writes writes,
            IdGenerator mint,
            DeliveryWriter deliveries,
            Expressions expressions) {
        return new InboxRoutes(
                queries,
                writes,
                deliveries,
                new InboxEvents(mint, deliveries, expressions),
                new Acknowledgements(log, queries, mint, deliveries));
    }

    @Bean
    ApiRoutes deliveryRoutes(Queries queries) {
        return new DeliveryRoutes(queries);
    }
}
