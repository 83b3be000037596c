import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useAttempts } from '../../api/idempotency';
import { useForget } from '../../api/queries';
import type { TemplateCreate } from '../../api/types';
import { Select, TextArea, TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { PageFrame } from '../../ui/PageFrame';
import { InstanceChoice } from '../instances/InstanceChoice';
import { createTemplate } from './calls';

const CATEGORIES = ['utility', 'marketing', 'authentication'].map((value) => ({
    value,
    label: value.charAt(0).toUpperCase() + value.slice(1),
}));

/** Adds a template. */
export default function NewTemplatePage() {
    return (
        <PageFrame title="Add a template" within={{ href: '/api/templates', title: 'Templates' }} narrow>
            <InstanceChoice>
                {(instance, choice) => <TemplateForm instance={instance} choice={choice} />}
            </InstanceChoice>
        </PageFrame>
    );
}

function TemplateForm({ instance, choice }: { readonly instance: string; readonly choice: ReactNode }) {
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
            {choice}
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
