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

/** What a person has typed about one proof. */
export interface ProofDraft {
    /** What deliveries call it, and what keeps its secret; counts in a list. */
    readonly name: string;
    readonly auth: Auth;
    /** Empty for none, or for that there is. */
    readonly secret: string;
    /** The header of a signature; counts where the proof is custom. */
    readonly header: string;
    readonly encoding: Encoding;
    readonly prefix: string;
}

/** What a person has typed about how an endpoint takes events. */
export interface Draft {
    /** Whether an expression makes the type of each event. */
    readonly typed: 'once' | 'by-expression';
    readonly type: string;
    /** CEL, and the type where it makes none; empty for none. */
    readonly expression: string;
    readonly fallback: string;
    readonly proofs: readonly ProofDraft[];
    /** Whether the proofs are sent as a list. A single one is sent without it, so that the secret before stays accepted. */
    readonly listed: boolean;
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
}

export type Encoding = 'hex' | 'base64';

export const PROOFS_MAX = 5;

export const BLANK_PROOF: ProofDraft = {
    name: '',
    auth: 'url_token',
    secret: '',
    header: '',
    encoding: 'hex',
    prefix: '',
};

export const BLANK: Draft = {
    typed: 'once',
    type: '',
    expression: '',
    fallback: '',
    proofs: [BLANK_PROOF],
    listed: false,
    mapping: '',
    mode: 'enforce',
    schema: '',
    response: 'async',
    dedupe: '',
    origins: '',
    addresses: '',
};

export function draftOf({ event_type: type, proofs, mapping, schema, ...intake }: Intake): Draft {
    return {
        ...(typeof type === 'string'
            ? { typed: 'once', type, expression: '', fallback: '' }
            : { typed: 'by-expression', type: '', expression: type.cel, fallback: type.default ?? '' }),
        proofs: proofs.map(({ name, auth, signature }) => ({
            name,
            auth,
            secret: '',
            header: signature?.header ?? '',
            encoding: signature?.encoding ?? 'hex',
            prefix: signature?.prefix ?? '',
        })),
        listed: proofs.length > 1,
        response: intake.response,
        dedupe: (intake.dedupe?.key ?? []).join('\n'),
        origins: intake.allowed_origins.join('\n'),
        addresses: intake.allowed_addresses.join('\n'),
        mapping: mapping?.jsonata ?? '',
        mode: schema?.mode ?? BLANK.mode,
        schema: schema === null ? '' : asText(schema.json_schema),
    };
}

/** What of an endpoint the form is about. */
export type Intake = Pick<
    Endpoint,
    'event_type' | 'proofs' | 'mapping' | 'schema' | 'response' | 'dedupe' | 'allowed_origins' | 'allowed_addresses'
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
export function changeOf({ mapping, mode, schema, ...draft }: Draft) {
    const key = linesOf(draft.dedupe);
    return {
        event_type: eventTypeOf(draft),
        ...proofsOf(draft),
        response: draft.response,
        dedupe: key.length === 0 ? null : { key },
        allowed_origins: linesOf(draft.origins),
        allowed_addresses: linesOf(draft.addresses),
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

function eventTypeOf({ typed, type, expression, fallback }: Pick<Draft, 'typed' | 'type' | 'expression' | 'fallback'>) {
    return typed === 'once'
        ? type
        : { cel: expression.trim(), default: fallback.trim() === '' ? null : fallback.trim() };
}

function proofsOf({ proofs, listed }: Pick<Draft, 'proofs' | 'listed'>) {
    const [first = BLANK_PROOF] = proofs;
    return listed
        ? {
              proofs: proofs.map((proof) => ({
                  ...(proof.name.trim() === '' ? {} : { name: proof.name.trim() }),
                  ...proofOf(proof),
              })),
          }
        : proofOf(first);
}

function proofOf({ auth, secret, header, encoding, prefix }: ProofDraft) {
    return {
        auth,
        signature: auth === 'custom' ? { header, encoding, prefix } : null,
        ...(secretOf(auth) === undefined || secret === '' ? {} : { secret }),
    };
}

/** What an endpoint asks requests to prove, in words. */
export function proofsInWords({ proofs }: Pick<Endpoint, 'proofs'>): string {
    return proofs.map(({ name, auth }) => (name === auth ? labelOf(auth) : `${name} (${labelOf(auth)})`)).join(', ');
}

function labelOf(auth: Auth): string {
    return AUTHS.find(({ value }) => value === auth)?.label ?? auth;
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
