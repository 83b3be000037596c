import { Select, TextArea } from '../../ui/Field';
import { EventTypeFields } from './EventTypeFields';
import { ProofFields } from './ProofFields';
import { type Draft, MODES } from './draft';

interface Props {
    readonly draft: Draft;
    readonly set: (change: Partial<Draft>) => void;
    /** Whether a secret may be left unchanged. */
    readonly kept?: boolean;
}

/** The settings of an endpoint: event type, proofs, mapping and schema. */
export function EndpointFields({ draft, set, kept = false }: Props) {
    return (
        <>
            <EventTypeFields draft={draft} set={set} />
            <ProofFields draft={draft} set={set} kept={kept} />
            <Select
                label="Response"
                hint="When the endpoint responds: immediately, or with the response that a rule makes with the action respond, within ten seconds."
                pointer="/response"
                value={draft.response}
                onValue={(response) => {
                    set({ response: response as Draft['response'] });
                }}
                options={[
                    { value: 'async', label: 'Immediate' },
                    { value: 'sync', label: 'From a rule' },
                ]}
            />
            <TextArea
                label="Mapping"
                hint="A JSONata expression over body and headers that returns the data of the event. Empty for the unchanged body."
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
                hint="A JSON Schema (2020-12) for the data. Empty for none."
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
                    label="Invalid data"
                    pointer="/schema/mode"
                    value={draft.mode}
                    onValue={(mode) => {
                        set({ mode: mode as Draft['mode'] });
                    }}
                    options={MODES}
                />
            )}
            <TextArea
                label="Deduplication key"
                hint="JSON pointers into the data, one per line, such as /order_id. Two requests with the same values are duplicates. Empty for the ID that the sender gives."
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
                hint="Web origins whose pages may publish, one per line. Empty for all."
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
