package io.postrider.identity.audit;

import io.postrider.platform.secrets.SecretBox;
import io.postrider.web.resource.Queries;
import io.postrider.web.route.ApiRoutes;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the audit log. */
@Configuration(proxyBeanMethods = false)
class AuditConfiguration {

    @Bean
    ApiRoutes auditRoutes(Queries queries, SecretBox box) {
        return new AuditRoutes(queries, new EncryptedClientInfo(box));
    }
}
