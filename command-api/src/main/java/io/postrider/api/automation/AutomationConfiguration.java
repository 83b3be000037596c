package io.postrider.api.automation;

import io.postrider.api.auth.TenantLimits;
import io.postrider.api.events.PublishedLog;
import io.postrider.api.http.ApiRoutes;
import io.postrider.api.http.Bound;
import io.postrider.api.http.Holder;
import io.postrider.api.http.IdMint;
import io.postrider.api.http.Problem;
import io.postrider.api.http.ResourceApis;
import io.postrider.runtime.secrets.SecretBox;
import io.postrider.schemas.Context;
import io.postrider.schemas.catalogue.Catalogue;
import java.security.SecureRandom;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts together the operations of automation. */
@Configuration(proxyBeanMethods = false)
class AutomationConfiguration {

    @Bean
    Holder endpointHolder(InboundEndpoints endpoints) {
        return Holder.here(Context.AUTOMATION, endpoints::apply);
    }

    @Bean
    ApiRoutes endpointRoutes(
            ResourceApis resources,
            InboundEndpoints endpoints,
            TenantLimits limits,
            SecretBox box,
            SecureRandom random) {
        return new EndpointRoutes(
                resources.of(Catalogue.ENDPOINT, EndpointRoutes.PATH, "automation.endpoints"),
                box,
                bound(endpoints, limits.endpoints()),
                random);
    }

    @Bean
    ApiRoutes inRoutes(InboundEndpoints endpoints, SecretBox box, IdMint mint, PublishedLog log) {
        return new InRoutes(endpoints, box, mint, log);
    }

    /** A repeated request finds its endpoint and needs no room. */
    private static Bound bound(InboundEndpoints endpoints, int max) {
        return (workspace, id) ->
                endpoints.find(id).isEmpty() && endpoints.isFull(workspace, max)
                        ? Optional.of(
                                Problem.of(
                                        409,
                                        "too_many_endpoints",
                                        "A workspace has at most " + max + " endpoints."))
                        : Optional.empty();
    }
}
