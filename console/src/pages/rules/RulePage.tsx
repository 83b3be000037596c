import { useParams } from 'wouter';
import type { Rule } from '../../api/types';
import { useMay } from '../../shell/session';
import { Json } from '../../ui/Code';
import { Loaded } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { Facts, Time, Words } from '../../ui/Text';
import { NewestRuns } from '../runs/NewestRuns';
import { DraftForm } from './DraftForm';
import { RuleActions } from './RuleActions';
import { RuleState } from './RuleState';
import { RuleVersions } from './RuleVersions';
import { RunNow } from './RunNow';
import { TryRule } from './TryRule';
import { useRule } from './calls';
import { definitionOf } from './draft';

/** One rule: its draft, its versions and its newest runs. */
export default function RulePage() {
    const { id } = useParams<{ id: string }>();
    const query = useRule(id);
    const may = useMay('automation.rules:write');
    return (
        <PageFrame
            title={query.data?.name ?? 'Rule'}
            within={{ href: '/api/rules', title: 'Rules' }}
            actions={query.data !== undefined && may ? <RuleActions of={query.data} /> : undefined}
        >
            <Loaded query={query}>{(rule) => <Shown key={rule.id} of={rule} may={may} />}</Loaded>
        </PageFrame>
    );
}

function Shown({ of: rule, may }: { readonly of: Rule; readonly may: boolean }) {
    return (
        <>
            <RuleFacts of={rule} />
            {may ? <DraftForm of={rule} /> : <Json value={definitionOf(rule)} label="Draft" />}
            {useMay('events:read') && may && <TryRule id={rule.id} />}
            {may && rule.published !== null && <RunNow id={rule.id} />}
            {useMay('automation.runs:read') && <NewestRuns ruleId={rule.id} />}
            <RuleVersions of={rule} />
        </>
    );
}

function RuleFacts({ of: rule }: { readonly of: Rule }) {
    return (
        <div className="panel padded">
            <Facts
                facts={[
                    ['State', <RuleState key="state" of={rule} />],
                    ['ID', <code key="id">{rule.id}</code>],
                    ['Active version', rule.published?.number ?? 'None'],
                    [
                        'Scopes of the active version',
                        <Words key="scopes" words={rule.published?.scopes ?? []} otherwise="None" />,
                    ],
                    ['Created', <Time key="created" at={rule.created_at} />],
                    ['Changed', <Time key="updated" at={rule.updated_at} />],
                ]}
            />
        </div>
    );
}
