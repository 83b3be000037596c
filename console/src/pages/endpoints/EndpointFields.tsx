import { Select, TextArea, TextField } from '../../ui/Field';
import { AUTHS, type Auth, type Draft, type Encoding, MODES, secretOf } from './draft';

interface Props {
    readonly draft: Draft;
    readonly set: (change: Partial<Draft>) => void;
    /** Whether a secret may be left as it is. */
    readonly kept?: boolean;
}

/** How an endpoint takes events: the proof, the mapping and the schema. */
export function EndpointFields({ draft, set, kept = false }: Props) {
    const secret = secretOf(draft.auth);
    return (
        <>
            <Select
                label="Proof"
                hint="How the other system proves that it may publish."
                pointer="/auth"
                value={draft.auth}
                onValue={(auth) => {
                    set({ auth: auth as Auth });
                }}
                options={AUTHS}
            />
            {secret !== undefined && (
                <TextField
                    label="Secret"
                    hint={kept ? `${secret} Empty leaves the one there is.` : secret}
                    pointer="/secret"
                    mono
                    autoComplete="off"
                    value={draft.secret}
                    onValue={(value) => {
                        set({ secret: value });
                    }}
                />
            )}
            {draft.auth === 'custom' && <Signature draft={draft} set={set} />}
            <Select
                label="Answer"
                hint="A rule answers with the action respond, within ten seconds."
                pointer="/response"
                value={draft.response}
                onValue={(response) => {
                    set({ response: response as Draft['response'] });
                }}
                options={[
                    { value: 'async', label: 'At once' },
                    { value: 'sync', label: 'What a rule responds' },
                ]}
            />
            <TextArea
                label="Mapping"
                hint="A JSONata expression over body and headers that makes the data of the event. Empty for the body as it is."
                pointer="/mapping"
                parts
                mono
                rows={4}
                value={draft.mapping}
                onValue={(mapping) => {
                    set({ mapping });
                }}
            />
            <TextArea
                label="Schema"
                hint="A JSON Schema of 2020-12 for the data. Empty for none."
                pointer="/schema/json_schema"
                parts
                mono
                rows={6}
                value={draft.schema}
                onValue={(schema) => {
                    set({ schema });
                }}
            />
            {draft.schema.trim() !== '' && (
                <Select
                    label="Data that does not fit"
                    pointer="/schema/mode"
                    value={draft.mode}
                    onValue={(mode) => {
                        set({ mode: mode as Draft['mode'] });
                    }}
                    options={MODES}
                />
            )}
            <TextArea
                label="One event for each"
                hint="JSON pointers into the data, one per line, such as /order_id. Empty for the names that the sender gives."
                pointer="/dedupe/key"
                parts
                mono
                rows={2}
                value={draft.dedupe}
                onValue={(dedupe) => {
                    set({ dedupe });
                }}
            />
            <TextArea
                label="Allowed origins"
                hint="Of pages in browsers, one per line. Empty for all."
                pointer="/allowed_origins"
                parts
                mono
                rows={2}
                value={draft.origins}
                onValue={(origins) => {
                    set({ origins });
                }}
            />
            <TextArea
                label="Allowed addresses"
                hint="Addresses or blocks such as 192.0.2.0/24, one per line. Empty for all."
                pointer="/allowed_addresses"
                parts
                mono
                rows={2}
                value={draft.addresses}
                onValue={(addresses) => {
                    set({ addresses });
                }}
            />
        </>
    );
}

/** The header with the HMAC-SHA256 of the body. */
function Signature({ draft, set }: Pick<Props, 'draft' | 'set'>) {
    return (
        <>
            <TextField
                label="Header of the signature"
                pointer="/signature/header"
                mono
                value={draft.header}
                onValue={(header) => {
                    set({ header });
                }}
            />
            <Select
                label="Encoding"
                pointer="/signature/encoding"
                value={draft.encoding}
                onValue={(encoding) => {
                    set({ encoding: encoding as Encoding });
                }}
                options={[
                    { value: 'hex', label: 'Hexadecimal' },
                    { value: 'base64', label: 'Base64' },
                ]}
            />
            <TextField
                label="Prefix"
                hint="Before the signature, for example sha256=."
                pointer="/signature/prefix"
                mono
                value={draft.prefix}
                onValue={(prefix) => {
                    set({ prefix });
                }}
            />
        </>
    );
}
