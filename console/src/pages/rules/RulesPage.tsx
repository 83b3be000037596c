import { useState } from 'react';
import { Link } from 'wouter';
import type { Rule } from '../../api/types';
import { useMay } from '../../shell/session';
import { Select } from '../../ui/Field';
import { ListPage } from '../../ui/ListPage';
import { Empty } from '../../ui/Loaded';
import type { Column } from '../../ui/Table';
import { Name, Time, Words } from '../../ui/Text';
import { RuleState, STATES } from './RuleState';
import { type RuleState as State, useRules } from './calls';

const columns: readonly Column<Rule>[] = [
    {
        name: 'Name',
        shows: (rule) => (
            <Link href={`/api/rules/${rule.id}`}>
                <Name clip>{rule.name}</Name>
            </Link>
        ),
    },
    { name: 'Runs for', shows: ({ trigger }) => <Words words={triggers(trigger)} otherwise="None" /> },
    { name: 'Active version', number: true, shows: (rule) => rule.published?.number ?? 'None' },
    { name: 'Changed', shows: (rule) => <Time at={rule.updated_at} /> },
    { name: 'State', shows: (rule) => <RuleState of={rule} /> },
];

/** The types of events, and the schedule. */
function triggers({ event_types, every, cron }: Rule['trigger']): readonly string[] {
    return [...(event_types ?? []), ...[every, cron].filter((time) => typeof time === 'string')];
}

/** The rules of the workspace. */
export default function RulesPage() {
    const [state, setState] = useState<State | ''>('');
    return (
        <ListPage
            title="Rules"
            create={{ href: '/api/rules/new', title: 'Add rule', may: useMay('automation.rules:write') }}
            query={useRules(state)}
            columns={columns}
            none={{
                title: 'No rules yet',
                about: 'A rule runs actions for an event: it sends a message, calls another service, or publishes an event.',
            }}
            filters={
                <search className="filters">
                    <Select
                        label="State"
                        options={STATES}
                        value={state}
                        onValue={(value) => {
                            setState(value as State | '');
                        }}
                    />
                </search>
            }
            noneFits={state !== '' && <Empty title="No rules in this state" />}
        />
    );
}
