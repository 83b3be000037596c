import type { Endpoint, EndpointCreate, EndpointUpdate } from '../../api/types';
import { asText, linesOf, parsed } from '../rules/draft';

export type Auth = NonNullable<EndpointCreate['auth']>;
type Mode = NonNullable<EndpointCreate['schema']>['mode'];

export const AUTHS: readonly { value: Auth; label: string }[] = [
    { value: 'url_token', label: 'Token in the address' },
    { value: 'api_key', label: 'API key' },
    { value: 'basic', label: 'Name and password' },
    { value: 'header', label: 'Header' },
    { value: 'standard_webhooks', label: 'Standard Webhooks' },
    { value: 'github', label: 'GitHub' },
    { value: 'stripe', label: 'Stripe' },
    { value: 'shopify', label: 'Shopify' },
    { value: 'slack', label: 'Slack' },
    { value: 'meta', label: 'Meta' },
    { value: 'zoom', label: 'Zoom' },
    { value: 'x', label: 'X' },
    { value: 'custom', label: 'Another signature' },
];

export const MODES: readonly { value: Mode; label: string }[] = [
    { value: 'off', label: 'Off' },
    { value: 'warn', label: 'Publish and warn' },
    { value: 'enforce', label: 'Refuse' },
];

/** What a person has typed about how an endpoint takes events. */
export interface Draft {
    readonly auth: Auth;
    /** Empty for none, or for that there is. */
    readonly secret: string;
    /** JSONata; empty for the body as it is. */
    readonly mapping: string;
    readonly mode: Mode;
    /** JSON; empty for none. */
    readonly schema: string;
    readonly response: Endpoint['response'];
    /** JSON pointers, one per line. */
    readonly dedupe: string;
    /** One per line. */
    readonly origins: string;
    readonly addresses: string;
    /** The header of a signature; counts where the proof is custom. */
    readonly header: string;
    readonly encoding: Encoding;
    readonly prefix: string;
}

export type Encoding = 'hex' | 'base64';

export const BLANK: Draft = {
    auth: 'url_token',
    secret: '',
    mapping: '',
    mode: 'enforce',
    schema: '',
    response: 'async',
    dedupe: '',
    origins: '',
    addresses: '',
    header: '',
    encoding: 'hex',
    prefix: '',
};

export function draftOf({ auth, mapping, schema, ...intake }: Intake): Draft {
    return {
        response: intake.response,
        dedupe: (intake.dedupe?.key ?? []).join('\n'),
        origins: intake.allowed_origins.join('\n'),
        addresses: intake.allowed_addresses.join('\n'),
        header: intake.signature?.header ?? '',
        encoding: intake.signature?.encoding ?? 'hex',
        prefix: intake.signature?.prefix ?? '',
        auth,
        secret: '',
        mapping: mapping?.jsonata ?? '',
        mode: schema?.mode ?? BLANK.mode,
        schema: schema === null ? '' : asText(schema.json_schema),
    };
}

/** What of an endpoint the form is about. */
export type Intake = Pick<
    Endpoint,
    'auth' | 'mapping' | 'schema' | 'response' | 'dedupe' | 'allowed_origins' | 'allowed_addresses' | 'signature'
>;

/** What is typed over an endpoint, and the endpoint that it began from: a save is for that version. */
export interface Editing {
    readonly from: Endpoint;
    readonly draft: Draft;
}

/** What becomes of it when the endpoint is read again. What was typed stays; where the fields changed elsewhere, so does the version. */
export function readAgain({ from, draft }: Editing, endpoint: Endpoint): Editing {
    const before = draftOf(from);
    if (isSame(draft, before)) {
        return { from: endpoint, draft: draftOf(endpoint) };
    }
    return { from: isSame(draftOf(endpoint), before) ? endpoint : from, draft };
}

function isSame(one: Draft, other: Draft): boolean {
    return JSON.stringify(one) === JSON.stringify(other);
}

/** What a proof needs beside the request: the hint of its secret, or nothing. */
export function secretOf(auth: Auth): string | undefined {
    switch (auth) {
        case 'url_token':
        case 'api_key':
            return undefined;
        case 'basic':
            return 'As user:password.';
        case 'header':
            return 'As Name: value.';
        default:
            return 'What the other system signs with.';
    }
}

/** The body that makes an endpoint what was typed, and takes away what was emptied. */
export function changeOf({ auth, secret, mapping, mode, schema, ...intake }: Draft) {
    const key = linesOf(intake.dedupe);
    return {
        auth,
        response: intake.response,
        dedupe: key.length === 0 ? null : { key },
        allowed_origins: linesOf(intake.origins),
        allowed_addresses: linesOf(intake.addresses),
        signature:
            auth === 'custom' ? { header: intake.header, encoding: intake.encoding, prefix: intake.prefix } : null,
        ...(secretOf(auth) === undefined || secret === '' ? {} : { secret }),
        mapping: mapping.trim() === '' ? null : { jsonata: mapping.trim() },
        schema:
            schema.trim() === ''
                ? null
                : {
                      mode,
                      // Whether it is a schema is said by the API, with a pointer.
                      json_schema: parsed(schema, '/schema/json_schema') as Record<string, unknown>,
                  },
    } satisfies EndpointUpdate;
}

/** The type of an endpoint's events, or the expression that makes it. */
export function typeOf({ event_type: type }: Pick<Endpoint, 'event_type'>): string {
    return typeof type === 'string' ? type : type.cel;
}

/** How another system publishes; what proves it is left to it. */
export function curl(endpoint: Endpoint, address: string): string {
    const key = endpoint.auth === 'api_key' ? ' -H "Authorization: Bearer $API_KEY"' : '';
    return `curl -X POST '${address}'${key} -H 'Content-Type: application/json' -d '{"order_id": "1042"}'`;
}
