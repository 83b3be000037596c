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

/** The typed text of one proof. */
export interface ProofDraft {
    /** The name of the proof in deliveries, which keeps its secret; matters in a list. */
    readonly name: string;
    readonly auth: Auth;
    /** Empty for none, or for that there is. */
    readonly secret: string;
    /** The header of a signature; counts where the proof is custom. */
    readonly header: string;
    readonly encoding: Encoding;
    readonly prefix: string;
}

/** The typed text of an endpoint's settings. */
export interface Draft {
    /** Whether an expression returns the type of each event. */
    readonly typed: 'once' | 'by-expression';
    readonly type: string;
    /** CEL, and the type where it makes none; empty for none. */
    readonly expression: string;
    readonly fallback: string;
    readonly proofs: readonly ProofDraft[];
    /**
     * Whether the proofs are sent as a list. A single one is sent without it, so that the previous secret stays
     * accepted.
     */
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

/** The fields of an endpoint in the form. */
export type Intake = Pick<
    Endpoint,
    'event_type' | 'proofs' | 'mapping' | 'schema' | 'response' | 'dedupe' | 'allowed_origins' | 'allowed_addresses'
>;

/** The edited fields of an endpoint, and the endpoint that the edit began from: a save applies to that version. */
export interface Editing {
    readonly from: Endpoint;
    readonly draft: Draft;
}

/**
 * The edit after the endpoint is read again. Edited text stays; the version stays too if the fields were changed
 * elsewhere.
 */
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

/** The hint of a proof's secret; undefined for a proof without one. */
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
            return 'The secret that the other system signs with.';
    }
}

/** The body that changes an endpoint to the edited fields, and removes those that were emptied. */
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
                      // The API checks the schema, and names the place of an error.
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

/** The proofs of an endpoint in words. */
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

/** The command that publishes to an endpoint, without a proof in headers. */
export function curl(endpoint: Endpoint, address: string): string {
    const key = endpoint.auth === 'api_key' ? ' -H "Authorization: Bearer $API_KEY"' : '';
    return `curl -X POST '${address}'${key} -H 'Content-Type: application/json' -d '{"order_id": "1042"}'`;
}
