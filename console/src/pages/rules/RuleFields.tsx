import { TextArea, TextField } from '../../ui/Field';
import type { Draft } from './draft';
import { INSTANCE } from './templates';

interface Props {
    readonly draft: Draft;
    readonly set: (change: Partial<Draft>) => void;
}

/** The fields of a rule. */
export function RuleFields({ draft, set }: Props) {
    return (
        <>
            <TextField
                label="Name"
                pointer="/name"
                value={draft.name}
                onValue={(name) => {
                    set({ name });
                }}
            />
            <TextArea
                label="Types of events"
                hint="One per line: a type such as order.paid, a group such as link.*, or * for all."
                pointer="/trigger"
                parts
                mono
                rows={3}
                value={draft.types}
                onValue={(types) => {
                    set({ types });
                }}
            />
            <TextArea
                label="Filter"
                hint="A CEL condition on event. Without a filter, every event of these types starts a run."
                pointer="/filter"
                parts
                mono
                rows={3}
                value={draft.filter}
                onValue={(filter) => {
                    set({ filter });
                }}
            />
            <TextArea
                label="Actions"
                hint="A JSON list. Each action has a key, a type, and its input in with: an object, or a JSONata expression over event, steps and run."
                pointer="/actions"
                parts
                mono
                rows={18}
                value={draft.actions}
                onValue={(actions) => {
                    set({ actions });
                }}
            />
            {draft.actions.includes(INSTANCE) && (
                <p className="notice warn">
                    Replace <code>{INSTANCE}</code> in the actions with the id of an instance.
                </p>
            )}
        </>
    );
}
