package io.postrider.api.auth;

import io.postrider.api.http.Gate;
import io.postrider.api.http.Holder;
import io.postrider.api.http.PublicAddress;
import io.postrider.runtime.secrets.TokenHasher;
import io.postrider.schemas.Context;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts together who makes a request. */
@Configuration(proxyBeanMethods = false)
class AuthConfiguration {

    @Bean
    Gate gate(
            KeyTable keys,
            TokenHasher hasher,
            KeyFreshness freshness,
            ClientAddress addresses,
            PublicAddress address,
            InstantSource clock) {
        return new KeyGate(keys, hasher, freshness, new KeyPlaces(addresses, address), clock);
    }

    @Bean
    Holder keyHolder(KeyTable keys) {
        return new Holder(Context.KEYS, keys::apply);
    }
}
