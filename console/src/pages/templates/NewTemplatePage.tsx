import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useAttempts } from '../../api/idempotency';
import { useForget } from '../../api/queries';
import type { Instance, TemplateCreate } from '../../api/types';
import { Select, TextArea, TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { Empty, Loaded } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { useInstances } from '../instances/calls';
import { createTemplate } from './calls';

const CATEGORIES = ['utility', 'marketing', 'authentication'].map((value) => ({
    value,
    label: value.charAt(0).toUpperCase() + value.slice(1),
}));

/** Adds a template. */
export default function NewTemplatePage() {
    const instances = useInstances();
    return (
        <PageFrame title="Add a template" within={{ href: '/api/templates', title: 'Templates' }} narrow>
            <Loaded query={instances}>
                {({ pages }) => {
                    const all = pages.flatMap(({ data }) => data);
                    return all[0] === undefined ? (
                        <Empty title="No instances yet" />
                    ) : (
                        <TemplateForm instances={all} first={all[0].id} />
                    );
                }}
            </Loaded>
        </PageFrame>
    );
}

function TemplateForm({ instances, first }: { readonly instances: readonly Instance[]; readonly first: string }) {
    const [instance, setInstance] = useState(first);
    const [name, setName] = useState('');
    const [language, setLanguage] = useState('en_US');
    const [category, setCategory] = useState<TemplateCreate['category']>('utility');
    const [text, setText] = useState('');
    const attempts = useAttempts();
    const forget = useForget();
    const [, go] = useLocation();
    const make = useMutation({
        mutationFn: () => {
            const body: TemplateCreate = {
                instance_id: instance,
                name,
                language,
                category,
                components: [{ type: 'BODY', text }],
            };
            return attempts.make(body, ({ key }) => createTemplate(body, key));
        },
        onSuccess: async ({ id }) => {
            await forget('templates', 'events');
            go(`/api/templates/${id}`);
        },
    });
    return (
        <Form
            submit="Add template"
            busy={make.isPending}
            problem={make.error}
            onSubmit={() => {
                make.mutate();
            }}
        >
            <Select
                label="Instance"
                pointer="/instance_id"
                value={instance}
                onValue={setInstance}
                options={instances.map(({ id, name: label }) => ({ value: id, label }))}
            />
            <TextField
                label="Name"
                hint="Small letters, digits and underscores."
                pointer="/name"
                value={name}
                onValue={setName}
            />
            <TextField label="Language" pointer="/language" value={language} onValue={setLanguage} />
            <Select
                label="Category"
                pointer="/category"
                value={category}
                onValue={(value) => {
                    setCategory(value as TemplateCreate['category']);
                }}
                options={CATEGORIES}
            />
            <TextArea
                label="Text"
                hint="Places for values are written as {{1}}, {{2}}."
                pointer="/components/0/text"
                value={text}
                onValue={setText}
            />
        </Form>
    );
}
