package io.postrider.api.links;

import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.redirects.LinkDirectory;
import io.postrider.schemas.Context;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.web.resource.IdGenerator;
import io.postrider.web.resource.IdempotencyScopes;
import io.postrider.web.resource.LinkCreation;
import io.postrider.web.resource.LocalEventListener;
import io.postrider.web.resource.Queries;
import io.postrider.web.resource.ResourceApis;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.server.PublicAddress;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the operations on short links. */
@Configuration(proxyBeanMethods = false)
class LinksConfiguration {

    @Bean
    LocalEventListener linkHolder(LinkDirectory directory) {
        return LocalEventListener.here(Context.LINKS, directory::apply);
    }

    @Bean
    LinkFields linkFields(LinkSettings settings, PublicAddress address) {
        return new LinkFields(
                new LinkTargets(TargetPolicy.forLinkTargets(settings.privateTargets()), address),
                address);
    }

    @Bean
    LinkWrites linkWrites(
            Writes writes, IdGenerator mint, IdempotencyScopes scopes, PublicAddress address) {
        return new LinkWrites(writes, mint, scopes, address);
    }

    @Bean
    ApiRoutes linkRoutes(
            ResourceApis resources,
            LinkFields fields,
            LinkWrites writes,
            Queries queries,
            LinkDirectory directory) {
        return new LinkRoutes(
                resources
                        .of(Catalogue.LINK, LinkRoutes.PATH, "links")
                        .named(new LinkLookup(directory, queries)),
                fields,
                writes,
                queries);
    }

    @Bean
    LinkCreation shortLinks(ResourceApis resources, LinkFields fields, LinkWrites writes) {
        return new LinkShortener(
                resources.of(Catalogue.LINK, LinkRoutes.PATH, "links"), fields, writes);
    }

    @Bean
    ApiRoutes linkListRoutes(Queries queries, ListingRecorder recorder) {
        return new LinkListRoutes(queries, recorder);
    }
}
