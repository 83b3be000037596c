// A provider of OpenID Connect that lets one person in without asking, until it is killed; prints "ready" when it is.
// Usage: node oidc-server.mjs PORT REDIRECT_URI EMAIL
import { createServer } from "node:http";
import Provider from "oidc-provider";

const [port, redirectUri, email] = process.argv.slice(2);
const PERSON = "subject-1";

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [{ client_id: "postrider", client_secret: "planted-client-secret", redirect_uris: [redirectUri] }],
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
  cookies: { keys: ["cookies of a trial"] },
  features: { devInteractions: { enabled: false } },
  findAccount: (_, accountId) => ({
    accountId,
    claims: () => ({ sub: accountId, email, email_verified: true, name: "Ada Elsewhere" }),
  }),
  interactions: { url: (_, interaction) => `/enter/${interaction.uid}` },
  pkce: { required: () => true },
});

async function letIn(request, response) {
  const { params } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId: PERSON, clientId: params.client_id });
  grant.addOIDCScope("openid email profile");
  const consent = { grantId: await grant.save() };
  await provider.interactionFinished(request, response, { login: { accountId: PERSON }, consent });
}

const serve = provider.callback();
const server = createServer((request, response) =>
  request.url.startsWith("/enter/") ? letIn(request, response) : serve(request, response),
);
// Longer than a test lasts: a request that meets the end of its connection is not repeated.
server.keepAliveTimeout = 900_000;
server.listen(Number(port), "127.0.0.1", () => console.log("ready"));
