import { Select, TextArea, TextField } from '../../ui/Field';
import type { Draft } from './draft';

interface Props {
    readonly draft: Draft;
    readonly set: (change: Partial<Draft>) => void;
}

/** The type of an endpoint's events: one for all, or an expression that makes it. */
export function EventTypeFields({ draft, set }: Props) {
    return (
        <>
            <Select
                label="Event types"
                value={draft.typed}
                onValue={(typed) => {
                    set({ typed: typed as Draft['typed'] });
                }}
                options={[
                    { value: 'once', label: 'One type for all events' },
                    { value: 'by-expression', label: 'By an expression' },
                ]}
            />
            {draft.typed === 'once' ? (
                <TextField
                    label="Type of event"
                    hint="The event type of every request, one of your own: for example order.paid."
                    pointer="/event_type"
                    mono
                    value={draft.type}
                    onValue={(type) => {
                        set({ type });
                    }}
                />
            ) : (
                <>
                    <TextArea
                        label="Expression of the type"
                        hint="A CEL expression that reads headers, body and cloudevent, for example 'github.' + headers['x-github-event']. Header names are in lower case."
                        pointer="/event_type/cel"
                        mono
                        rows={2}
                        spellCheck={false}
                        value={draft.expression}
                        onValue={(expression) => {
                            set({ expression });
                        }}
                    />
                    <TextField
                        label="Default type"
                        hint="The event type to use if the result of the expression is not one of your own. Empty to reject such requests."
                        pointer="/event_type/default"
                        mono
                        value={draft.fallback}
                        onValue={(fallback) => {
                            set({ fallback });
                        }}
                    />
                </>
            )}
        </>
    );
}
