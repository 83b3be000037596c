# Every service of Postrider; which one a container is, its command says: all, command-api, projections, webhook-dispatcher, channel-gateway, automation-engine.
# "docker build ." needs neither a JDK nor Maven. The stage "jars" takes the jars that "./postrider build" has made.
FROM eclipse-temurin:25-jre AS base
# What asks for health.
RUN command -v curl \
    && groupadd --gid 10001 postrider \
    && useradd --uid 10001 --gid 10001 --home-dir /var/lib/postrider --shell /usr/sbin/nologin postrider \
    && install -d -o 10001 -g 10001 -m 0700 /var/lib/postrider /var/lib/postrider-secrets /var/lib/postrider-media
COPY docker/healthy docker/postrider /usr/local/bin/
ENV POSTRIDER_DATA_DIR=/var/lib/postrider \
    POSTRIDER_SECRETS_DIR=/var/lib/postrider-secrets \
    MALLOC_ARENA_MAX=2
VOLUME ["/var/lib/postrider", "/var/lib/postrider-secrets", "/var/lib/postrider-media"]
EXPOSE 8080
# A whole cluster that starts on one small machine takes minutes.
HEALTHCHECK --interval=5s --timeout=3s --start-period=600s --retries=6 CMD ["/usr/local/bin/healthy"]
ENTRYPOINT ["/usr/local/bin/postrider"]
CMD ["all"]

FROM base AS jars
COPY standalone/target/lib /opt/postrider/lib
COPY standalone/target/postrider.jar /opt/postrider/postrider.jar
COPY standalone/src/main/start /opt/postrider/start
RUN /opt/postrider/start/class-archive "$JAVA_HOME/bin/java" /opt/postrider/postrider.jar /opt/postrider/postrider.aot
USER 10001:10001

FROM node:24-bookworm-slim AS node

FROM maven:3.9-eclipse-temurin-25 AS build
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
    && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx
WORKDIR /src
COPY . .
RUN docker/build /out

FROM base
COPY --from=build /out/lib /opt/postrider/lib
COPY --from=build /out/postrider.jar /out/postrider.cdx.json /out/SHA256SUMS /opt/postrider/
COPY standalone/src/main/start /opt/postrider/start
RUN /opt/postrider/start/class-archive "$JAVA_HOME/bin/java" /opt/postrider/postrider.jar /opt/postrider/postrider.aot
USER 10001:10001
