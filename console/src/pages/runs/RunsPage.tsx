import { useDeferredValue } from 'react';
import { useSearchParams } from 'wouter';
import { Select, TextField } from '../../ui/Field';
import { Empty, Pages } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { STATUSES } from './RunStatus';
import { RunTable } from './RunTable';
import { type RunFilter, useRuns } from './calls';
import { filterOf } from './filter';

/** The runs of all rules of the workspace. The address holds the filter, so that other pages can lead to it. */
export default function RunsPage() {
    const [search, setSearch] = useSearchParams();
    const typed = filterOf(search);
    const { rule_id, status } = typed;
    const filter = useDeferredValue({ rule_id, status });
    const set = (change: Partial<RunFilter>) => {
        const given = Object.entries({ ...typed, ...change }).filter(([, value]) => value !== '');
        setSearch(new URLSearchParams(given), { replace: true });
    };
    return (
        <PageFrame title="Runs">
            <search className="filters">
                <TextField
                    label="Rule"
                    type="search"
                    mono
                    placeholder="rul_…"
                    value={typed.rule_id}
                    onValue={(rule_id) => {
                        set({ rule_id });
                    }}
                />
                <Select
                    label="Status"
                    options={STATUSES}
                    value={typed.status}
                    onValue={(status) => {
                        set({ status: status as RunFilter['status'] });
                    }}
                />
            </search>
            <Pages
                query={useRuns(filter)}
                empty={
                    <Empty title={typed.rule_id === '' && typed.status === '' ? 'No runs yet' : 'No runs match'}>
                        <p className="muted">Each event that a rule acts on is one run of the rule.</p>
                    </Empty>
                }
            >
                {(runs) => <RunTable label="Runs" runs={runs} />}
            </Pages>
        </PageFrame>
    );
}
