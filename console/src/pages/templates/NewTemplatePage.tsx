import { type ReactNode, useState } from 'react';
import type { TemplateCreate } from '../../api/types';
import { useCreation } from '../../shell/creation';
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
    const make = useCreation('templates', createTemplate);
    return (
        <Form
            submit="Add template"
            busy={make.isPending}
            problem={make.error}
            onSubmit={() => {
                make.mutate({
                    instance_id: instance,
                    name,
                    language,
                    category,
                    components: [{ type: 'BODY', text }],
                });
            }}
        >
            {choice}
            <TextField
                label="Name"
                hint="Lower-case letters, digits and underscores."
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
                hint="Write a variable as {{1}}, {{2}} and so on; each message sets the values."
                pointer="/components/0/text"
                value={text}
                onValue={setText}
            />
        </Form>
    );
}
