import { Link } from 'wouter';
import type { Template } from '../../api/types';
import { useMay } from '../../shell/session';
import { Ago } from '../../ui/Ago';
import { ListPage } from '../../ui/ListPage';
import type { Column } from '../../ui/Table';
import { Name } from '../../ui/Text';
import { TemplateStatus, bodyOf } from './TemplateStatus';
import { useTemplates } from './calls';

const columns: readonly Column<Template>[] = [
    {
        name: 'Name',
        shows: (template) => (
            <Link href={`/api/templates/${template.id}`}>
                <Name clip>{template.name}</Name>
            </Link>
        ),
    },
    { name: 'Language', shows: (template) => template.language },
    { name: 'Category', shows: (template) => template.category },
    { name: 'Text', shows: (template) => <Name clip>{bodyOf(template)}</Name> },
    { name: 'Created', shows: (template) => <Ago at={template.created_at} /> },
    { name: 'Status', shows: (template) => <TemplateStatus of={template} /> },
];

/** The templates of the workspace. */
export default function TemplatesPage() {
    return (
        <ListPage
            title="Templates"
            create={{ href: '/api/templates/new', title: 'Add template', may: useMay('instances:write') }}
            query={useTemplates()}
            columns={columns}
            none={{
                title: 'No templates yet',
                about: 'A template is a message that WhatsApp approves in advance. Only templates can be sent to a person who has not written for 24 hours.',
            }}
        />
    );
}
