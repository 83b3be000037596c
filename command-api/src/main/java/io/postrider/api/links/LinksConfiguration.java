package io.postrider.api.links;

import io.postrider.api.http.ApiRoutes;
import io.postrider.api.http.Holder;
import io.postrider.api.http.IdMint;
import io.postrider.api.http.IdempotencyScopes;
import io.postrider.api.http.PublicAddress;
import io.postrider.api.http.Queries;
import io.postrider.api.http.ResourceApi;
import io.postrider.api.http.Writes;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkEvent;
import io.postrider.runtime.egress.TargetPolicy;
import io.postrider.schemas.Context;
import io.postrider.schemas.catalogue.Rendering;
import io.postrider.schemas.json.LinkJson;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts together the operations on short links. */
@Configuration(proxyBeanMethods = false)
class LinksConfiguration {

    @Bean
    Holder linkHolder(LinkDirectory directory) {
        return Holder.here(Context.LINKS, directory::apply);
    }

    @Bean
    ApiRoutes linkRoutes(
            LinkSettings settings,
            PublicAddress address,
            Writes writes,
            Queries queries,
            IdMint mint,
            IdempotencyScopes scopes,
            LinkDirectory directory) {
        LinkTargets targets =
                new LinkTargets(TargetPolicy.forLinkTargets(settings.privateTargets()), address);
        LinkLookup lookup = new LinkLookup(directory, queries);
        Rendering rendering = new Rendering(address.baseUrl(), address.domain());
        ResourceApi.Facts<Link> facts =
                new ResourceApi.Facts<>(
                        LinkRoutes.PATH,
                        "links",
                        Context.LINKS,
                        IdKind.LNK,
                        event ->
                                event.payload() instanceof LinkEvent.LinkChange change
                                        ? Optional.of(change.link())
                                        : Optional.empty(),
                        (link, version) -> LinkJson.of(link, version, rendering));
        return new LinkRoutes(
                new ResourceApi<>(facts, writes, queries, mint).named(lookup),
                new LinkFields(targets, address),
                new LinkWrites(writes, mint, scopes, address),
                lookup,
                queries,
                rendering);
    }

    @Bean
    ApiRoutes linkListRoutes(Queries queries, ListingRecorder recorder) {
        return new LinkListRoutes(queries, recorder);
    }
}
