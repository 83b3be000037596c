import { useState } from 'react';
import { useCreation } from '../../shell/creation';
import { useMay } from '../../shell/session';
import { RadioCards } from '../../ui/Choice';
import { Form } from '../../ui/Form';
import { Loading } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { useInstances } from '../instances/calls';
import { RuleFields } from './RuleFields';
import { createRule } from './calls';
import { type Draft, createOf } from './draft';
import { TEMPLATES, begun } from './templates';

const FIRST = 'order';

/** Adds a rule. */
export default function NewRulePage() {
    return (
        <PageFrame title="Add a rule" within={{ href: '/api/rules', title: 'Rules' }} narrow>
            {useMay('instances:read') ? <WithInstance /> : <RuleForm instance={undefined} />}
        </PageFrame>
    );
}

/** Templates that send messages send them from an instance that is connected, if there is one. */
function WithInstance() {
    const { data, isPending } = useInstances();
    const connected = data?.pages.flatMap((page) => page.data).find(({ state }) => state === 'connected');
    return isPending ? <Loading /> : <RuleForm instance={connected?.id} />;
}

function RuleForm({ instance }: { readonly instance: string | undefined }) {
    const [template, setTemplate] = useState(FIRST);
    const [draft, setDraft] = useState(() => begun(FIRST, instance));
    const make = useCreation('rules', (typed: Draft, key) => createRule(createOf(typed), key));
    return (
        <Form
            submit="Create draft"
            busy={make.isPending}
            problem={make.error}
            beside={<span className="muted">Saves a draft. Publish the draft on the next page to start the rule.</span>}
            onSubmit={() => {
                make.mutate(draft);
            }}
        >
            <RadioCards
                legend="Begin with"
                hint="A template fills in the fields below and replaces their content."
                value={template}
                onValue={(value) => {
                    setTemplate(value);
                    setDraft(begun(value, instance));
                }}
                options={TEMPLATES}
            />
            <RuleFields
                draft={draft}
                set={(change) => {
                    setDraft({ ...draft, ...change });
                }}
            />
        </Form>
    );
}
