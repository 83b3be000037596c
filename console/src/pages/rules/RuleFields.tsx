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
            <TextField
                label="Schedule"
                hint="Runs the rule on a schedule. Enter an interval (PT10M) or a cron expression (0 9 * * MON-FRI). Empty: no schedule."
                pointer="/trigger/every"
                mono
                value={draft.schedule}
                onValue={(schedule) => {
                    set({ schedule });
                }}
            />
            {draft.schedule.includes(' ') && (
                <TextField
                    label="Time zone"
                    hint="The time zone of a cron expression, for example Europe/Berlin. Empty for UTC."
                    pointer="/trigger/zone"
                    value={draft.zone}
                    onValue={(zone) => {
                        set({ zone });
                    }}
                />
            )}
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
                label="Limits"
                hint='JSON, such as {"concurrency": {"limit": 1}}. rate_limit, concurrency and debounce limit the runs. Empty: no limits.'
                pointer="/flow"
                parts
                mono
                rows={3}
                value={draft.flow}
                onValue={(flow) => {
                    set({ flow });
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
                    Replace <code>{INSTANCE}</code> in the actions with the ID of an instance.
                </p>
            )}
        </>
    );
}
