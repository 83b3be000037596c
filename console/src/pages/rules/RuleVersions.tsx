import { useMutation } from '@tanstack/react-query';
import { useForget } from '../../api/queries';
import type { Rule, RuleVersion } from '../../api/types';
import { useMay } from '../../shell/session';
import { Button } from '../../ui/Button';
import { Json } from '../../ui/Code';
import { Empty, Loaded } from '../../ui/Loaded';
import { ProblemNotice } from '../../ui/ProblemNotice';
import { Badge, Time, Words } from '../../ui/Text';
import { rollBackRule, useRuleVersions } from './calls';
import { definitionOf } from './draft';

/** The published versions of a rule, and a way to publish one again. */
export function RuleVersions({ of: rule }: { readonly of: Rule }) {
    const query = useRuleVersions(rule.id);
    const may = useMay('automation.rules:write');
    const forget = useForget();
    const back = useMutation({
        mutationFn: (version: number) => rollBackRule(rule, version),
        onSettled: () => forget('rules', 'events'),
    });
    return (
        <section className="stack tight" aria-labelledby="versions">
            <h2 id="versions">Versions</h2>
            <ProblemNotice problem={back.error} />
            <Loaded query={query}>
                {(versions) =>
                    versions.length === 0 ? (
                        <Empty title="No version was published yet" />
                    ) : (
                        <ol className="stack" role="list">
                            {versions.map((version) => (
                                <li key={version.number} className="panel padded stack tight">
                                    <Version of={version} isActive={version.number === rule.published?.number} />
                                    {may && version.number !== rule.published?.number && (
                                        <div>
                                            <Button
                                                small
                                                busy={back.isPending}
                                                aria-label={`Roll back to version ${version.number}`}
                                                onClick={() => {
                                                    back.mutate(version.number);
                                                }}
                                            >
                                                Roll back
                                            </Button>
                                        </div>
                                    )}
                                </li>
                            ))}
                        </ol>
                    )
                }
            </Loaded>
        </section>
    );
}

function Version({ of: version, isActive }: { readonly of: RuleVersion; readonly isActive: boolean }) {
    return (
        <>
            <div className="row">
                <h3>Version {version.number}</h3>
                {isActive && <Badge tone="good">Active version</Badge>}
                <span className="muted any-text">
                    <Time at={version.published_at} /> · by <code>{version.published_by}</code>
                </span>
            </div>
            <div className="row">
                <span className="muted">Scopes</span>
                <Words words={version.scopes} otherwise="None" />
            </div>
            <details>
                <summary>Definition</summary>
                <div className="indented">
                    <Json value={definitionOf(version)} label={`Definition of version ${version.number}`} />
                </div>
            </details>
        </>
    );
}
