import { Checkbox, Choices } from '../../ui/Choice';
import { TextField } from '../../ui/Field';
import { Loaded } from '../../ui/Loaded';
import { useEventTypes } from '../events/calls';
import { type Chosen, groupsOf, toggled, withOwn } from './eventTypes';

interface Props {
    readonly chosen: Chosen;
    readonly onChosen: (chosen: Chosen) => void;
}

/** Selects the event types of a webhook: all, groups, types of the catalogue, and the workspace's own types. */
export function EventTypes({ chosen, onChosen }: Props) {
    const types = useEventTypes();
    const toggle = (pattern: string) => (checked: boolean) => {
        onChosen(toggled(chosen, pattern, checked));
    };
    return (
        <Choices
            legend="Events"
            pointer="/event_types"
            hint="The event types that the webhook receives. A group such as link.* includes event types that are added later."
        >
            <Checkbox label="All events" checked={chosen.patterns.includes('*')} onChecked={toggle('*')} />
            <Loaded query={types}>
                {(catalogue) => (
                    <div className="stack tight">
                        {groupsOf(catalogue).map((group) => (
                            <details key={group.pattern}>
                                <summary>
                                    <code>{group.pattern}</code>
                                    {countOf(chosen, group.types.map(({ type }) => type).concat(group.pattern))}
                                </summary>
                                <div className="stack tight indented">
                                    <Checkbox
                                        label={`All of ${group.pattern}`}
                                        checked={chosen.patterns.includes(group.pattern)}
                                        onChecked={toggle(group.pattern)}
                                    />
                                    {group.types.map(({ type, description }) => (
                                        <Checkbox
                                            key={type}
                                            label={<code>{type}</code>}
                                            hint={description}
                                            checked={chosen.patterns.includes(type)}
                                            onChecked={toggle(type)}
                                        />
                                    ))}
                                </div>
                            </details>
                        ))}
                    </div>
                )}
            </Loaded>
            <TextField
                label="Types of your own"
                hint="Event types of your own, such as order.paid, separated by spaces."
                mono
                value={chosen.own}
                onValue={(own) => {
                    onChosen(withOwn(chosen, own));
                }}
            />
        </Choices>
    );
}

function countOf(chosen: Chosen, patterns: readonly string[]): string {
    const count = patterns.filter((pattern) => chosen.patterns.includes(pattern)).length;
    return count === 0 ? '' : ` · ${count} chosen`;
}
