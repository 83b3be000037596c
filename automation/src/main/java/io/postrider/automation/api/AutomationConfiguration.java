package io.postrider.automation.api;

import io.postrider.automation.publishing.EndpointDeliveries;
import io.postrider.automation.publishing.EndpointRoutes;
import io.postrider.automation.publishing.InboundAnswers;
import io.postrider.automation.publishing.InboundAuthentication;
import io.postrider.automation.publishing.InboundEndpoints;
import io.postrider.automation.publishing.InboundEvents;
import io.postrider.automation.publishing.InboundRoutes;
import io.postrider.identity.auth.ApiKeyAuthenticator;
import io.postrider.identity.keys.KeyDependents;
import io.postrider.platform.kafka.PublishedLog;
import io.postrider.platform.limits.TenantLimits;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.TokenHasher;
import io.postrider.schemas.Context;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.web.problem.Problem;
import io.postrider.web.resource.IdGenerator;
import io.postrider.web.resource.LocalEventListener;
import io.postrider.web.resource.Queries;
import io.postrider.web.resource.ResourceApis;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.route.AuditTrail;
import io.postrider.web.server.ClientAddress;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/** Beans of the operations of automation. */
@Configuration(proxyBeanMethods = false)
class AutomationConfiguration {

    @Bean
    @Order(1)
    KeyDependents rulesOfKey(RuleReplica table) {
        return new KeyDependents("rules", table::publishedBy);
    }

    @Bean
    LocalEventListener endpointHolder(InboundEndpoints endpoints) {
        return LocalEventListener.here(Context.AUTOMATION, endpoints::apply);
    }

    @Bean
    ApiRoutes endpointRoutes(
            ResourceApis resources,
            InboundEndpoints endpoints,
            TenantLimits limits,
            SecretBox box,
            TokenHasher hasher) {
        return new EndpointRoutes(
                resources.of(Catalogue.ENDPOINT, EndpointRoutes.PATH, "automation.endpoints"),
                endpoints,
                box,
                hasher,
                endpoints.bound(limits.endpoints(), full(limits.endpoints())));
    }

    @Bean
    InboundAuthentication inboundProof(
            SecretBox box, TokenHasher hasher, ApiKeyAuthenticator keys, AuditTrail audit) {
        return new InboundAuthentication(box, hasher, keys, audit);
    }

    @Bean
    InboundEvents inboundEvents(
            InboundAuthentication proof,
            Queries queries,
            IdGenerator mint,
            PublishedLog log,
            Bounds bounds) {
        InboundEvents events = new InboundEvents(proof, queries, mint, log);
        events.show(bounds);
        return events;
    }

    @Bean
    ApiRoutes inRoutes(
            InboundEndpoints endpoints,
            InboundAuthentication proof,
            InboundEvents events,
            Queries queries,
            ClientAddress addresses,
            IdGenerator mint) {
        return new InboundRoutes(
                endpoints, proof, new InboundAnswers(events, queries), addresses, mint);
    }

    @Bean
    ApiRoutes endpointDeliveries(
            InboundEndpoints endpoints, InboundEvents events, Queries queries, Writes writes) {
        return new EndpointDeliveries(endpoints, events, queries, writes);
    }

    @Bean
    LocalEventListener ruleHolder(RuleReplica rules) {
        return LocalEventListener.here(Context.AUTOMATION, rules::apply);
    }

    @Bean
    ApiRoutes ruleRoutes(
            ResourceApis resources,
            RuleReplica rules,
            TenantLimits limits,
            SecretBox box,
            Bounds bounds) {
        RuleRoutes routes =
                new RuleRoutes(
                        resources.of(Catalogue.RULE, RuleRoutes.PATH, "automation.rules"),
                        rules,
                        new RuleTrigger(
                                resources.of(Catalogue.RUN, RunRoutes.PATH, "automation.runs"),
                                rules,
                                box),
                        new RuleSecrets(box),
                        rules.bound(limits.rules(), fullOfRules(limits)));
        routes.show(bounds);
        return routes;
    }

    @Bean
    ApiRoutes rulesInGit(
            ResourceApis resources, RuleReplica rules, TenantLimits limits, SecretBox box) {
        return new RuleImport(
                resources.of(Catalogue.RULE, RuleRoutes.PATH, "automation.rules"),
                rules,
                new RuleSecrets(box),
                rules.bound(limits.rules(), fullOfRules(limits)));
    }

    private static Problem fullOfRules(TenantLimits limits) {
        return Problem.of(
                409,
                "too_many_rules",
                "The workspace has reached its limit of " + limits.rules() + " rules.");
    }

    @Bean
    ApiRoutes runRoutes(ResourceApis resources, RuleReplica rules) {
        return new RunRoutes(resources.of(Catalogue.RUN, RunRoutes.PATH, "automation.runs"), rules);
    }

    @Bean
    ApiRoutes runStream(Queries queries, Bounds bounds) {
        return new RunStream(queries, bounds);
    }

    @Bean
    ApiRoutes stateRoutes(ResourceApis resources) {
        return new StateRoutes(resources.of(Catalogue.STATE, StateRoutes.PATH, "automation.rules"));
    }

    @Bean
    ApiRoutes httpConnectionRoutes(ResourceApis resources, SecretBox box) {
        return new HttpConnectionRoutes(
                resources.of(
                        Catalogue.HTTP_CONNECTION, HttpConnectionRoutes.PATH, "automation.rules"),
                box);
    }

    @Bean
    ApiRoutes runsByFilter(ResourceApis resources, RuleReplica rules) {
        return new RunsByFilter(
                resources.of(Catalogue.RUN, RunRoutes.PATH, "automation.runs"), rules);
    }

    private static Problem full(int max) {
        return Problem.of(
                409,
                "too_many_endpoints",
                "The workspace has reached its limit of " + max + " endpoints.");
    }
}
