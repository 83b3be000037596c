import { Link } from 'wouter';
import { Empty, Loaded } from '../../ui/Loaded';
import { RunTable } from './RunTable';
import { useNewestRuns } from './calls';

const SHOWN = 5;

/** The newest runs of a rule, and the way to all of them. */
export function NewestRuns({ ruleId }: { readonly ruleId: string }) {
    return (
        <section className="stack tight" aria-labelledby="newest-runs">
            <div className="row apart">
                <h2 id="newest-runs">Newest runs</h2>
                <Link href={`/api/runs?rule_id=${ruleId}`}>All runs of this rule</Link>
            </div>
            <Loaded query={useNewestRuns(ruleId, SHOWN)}>
                {(runs) =>
                    runs.length === 0 ? (
                        <Empty title="No runs yet" />
                    ) : (
                        <RunTable label="Newest runs" runs={runs} ofOneRule />
                    )
                }
            </Loaded>
        </section>
    );
}
