import { Select, TextArea, TextField } from '../../ui/Field';
import { AUTHS, type Auth, type Draft, MODES, secretOf } from './draft';

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
        </>
    );
}
