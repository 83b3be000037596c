import { useMutation } from '@tanstack/react-query';
import { useForget } from '../../api/queries';
import type { Rule } from '../../api/types';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/Form';
import { Facts, Words } from '../../ui/Text';
import { RuleFields } from './RuleFields';
import { publishRule, updateRule, useRuleScopes } from './calls';
import { changeOf, isActive } from './draft';
import { useEditing } from './useEditing';

/** The draft of a rule as a form: saved, and published. */
export function DraftForm({ of: rule }: { readonly of: Rule }) {
    const { from, draft, isTouched, set, begin } = useEditing(rule);
    const forget = useForget();
    // After a refusal too: another version may be the reason.
    const onSettled = () => forget('rules', 'events');
    const save = useMutation({
        mutationFn: async () => updateRule(from, changeOf(draft)),
        onSuccess: begin,
        onSettled,
    });
    const publish = useMutation({ mutationFn: () => publishRule(rule), onSettled });
    return (
        <section className="stack tight" aria-labelledby="draft">
            <h2 id="draft">Draft</h2>
            <p className="muted" role="status">
                {standing(rule, isTouched)}
            </p>
            {!isTouched && !isActive(rule) && <ScopesToPublish of={rule} />}
            <div className="panel padded">
                <Form
                    submit="Save"
                    busy={save.isPending}
                    problem={save.error ?? publish.error}
                    onSubmit={() => {
                        publish.reset();
                        save.mutate();
                    }}
                    beside={
                        <>
                            <Button
                                busy={publish.isPending || save.isPending}
                                disabled={isTouched}
                                onClick={() => {
                                    save.reset();
                                    publish.mutate();
                                }}
                            >
                                Publish
                            </Button>
                            {isTouched && (
                                <Button
                                    onClick={() => {
                                        save.reset();
                                        begin(rule);
                                    }}
                                >
                                    Discard changes
                                </Button>
                            )}
                        </>
                    }
                >
                    <RuleFields draft={draft} set={set} />
                </Form>
            </div>
        </section>
    );
}

function ScopesToPublish({ of: rule }: { readonly of: Rule }) {
    const { data } = useRuleScopes(rule);
    return (
        data !== undefined && (
            <Facts
                facts={[
                    ['Scopes of this version', <Words key="scopes" words={data.scopes} otherwise="No scopes" />],
                    ['Scopes that you lack', <Words key="missing" words={data.missing} otherwise="None" />],
                ]}
            />
        )
    );
}

function standing(rule: Rule, isTouched: boolean): string {
    if (isTouched) {
        return 'You have unsaved changes. Save them before you publish.';
    }
    if (rule.published === null) {
        return 'No version is active. Publish the draft to make it active.';
    }
    const { number } = rule.published;
    return isActive(rule)
        ? `The draft is the same as the active version ${number}.`
        : `The draft differs from the active version ${number}. Publish the draft to make it active.`;
}
