package io.postrider.messaging.api;

import io.postrider.messaging.media.MediaFiles;
import io.postrider.outbound.egress.EgressPolicy;
import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.platform.limits.TenantLimits;
import io.postrider.platform.secrets.ContactSealer;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.schemas.Context;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.web.problem.Problem;
import io.postrider.web.resource.LinkCreation;
import io.postrider.web.resource.LocalEventListener;
import io.postrider.web.resource.ResourceApis;
import io.postrider.web.route.ApiRoutes;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the operations on instances, contacts and messages. */
@Configuration(proxyBeanMethods = false)
class MessagingConfiguration {

    @Bean
    LocalEventListener instanceHolder(InstanceReplica table) {
        return LocalEventListener.here(Context.INSTANCES, table::apply);
    }

    @Bean
    InstanceSecrets instanceSecrets(SecretBox box) {
        return new InstanceSecrets(box);
    }

    @Bean
    ApiRoutes instanceRoutes(
            ResourceApis resources,
            InstanceReplica table,
            InstanceSecrets secrets,
            TenantLimits limits,
            EgressPolicy egress,
            SecureRandom random) {
        return new InstanceRoutes(
                resources.of(Catalogue.INSTANCE, InstanceRoutes.PATH, "instances"),
                new InstanceFields(TargetPolicy.forCalls(egress)),
                secrets,
                table,
                table.bound(limits.instances(), full(limits.instances())),
                new SandboxDefaults(random));
    }

    @Bean
    ContactSealer contactSealer(SecretBox box) {
        return new ContactSealer(box);
    }

    @Bean
    ContactLookup contactLookup(ResourceApis resources, ContactSealer sealer) {
        return new ContactLookup(resources.queries(), sealer);
    }

    @Bean
    ApiRoutes contactRoutes(ResourceApis resources, ContactSealer sealer, ContactLookup lookup) {
        return new ContactRoutes(
                resources.of(Catalogue.CONTACT, ContactRoutes.PATH, "contacts"), sealer, lookup);
    }

    @Bean
    Recipients recipients(ResourceApis resources, ContactLookup lookup) {
        return new Recipients(resources.queries(), lookup);
    }

    @Bean
    ApiRoutes groupRoutes(
            ResourceApis resources, InstanceReplica table, Recipients recipients, SecretBox box) {
        return new GroupRoutes(
                resources.of(Catalogue.GROUP, GroupRoutes.PATH, "groups"), table, recipients, box);
    }

    @Bean
    ApiRoutes templateRoutes(ResourceApis resources, InstanceReplica table) {
        return new TemplateRoutes(
                resources.of(Catalogue.TEMPLATE, TemplateRoutes.PATH, "instances"), table);
    }

    @Bean
    ApiRoutes messageRoutes(
            ResourceApis resources,
            InstanceReplica table,
            SecretBox box,
            Recipients recipients,
            ContactLookup contacts,
            LinkCreation links,
            InstantSource clock) {
        return new MessageRoutes(
                resources
                        .of(Catalogue.MESSAGE, MessageRoutes.PATH, "messages")
                        .writtenWith("messages:send"),
                table,
                box,
                recipients,
                contacts,
                new ShortenLinks(links),
                clock);
    }

    @Bean
    ApiRoutes mediaRoutes(ResourceApis resources, MediaFiles files, SecretBox box) {
        return new MediaRoutes(
                resources.of(Catalogue.MEDIA, MediaRoutes.PATH, "media"), files, box);
    }

    @Bean
    ApiRoutes hookRoutes(InstanceReplica table, InstanceSecrets secrets, CallbackLog log) {
        return new WhatsAppCallbackRoutes(table, secrets, log);
    }

    @Bean
    ApiRoutes sandboxRoutes(
            ResourceApis resources, InstanceReplica table, CallbackLog log, InstantSource clock) {
        return new SandboxRoutes(
                resources,
                resources.of(Catalogue.INSTANCE, InstanceRoutes.PATH, "instances"),
                table,
                log,
                clock);
    }

    private static Problem full(int max) {
        return Problem.of(
                409,
                "too_many_instances",
                "The workspace has reached its limit of " + max + " instances.");
    }
}
