import { useParams } from 'wouter';
import type { Template } from '../../api/types';
import { DeleteAction } from '../../shell/DeleteAction';
import { useMay } from '../../shell/session';
import { Ago } from '../../ui/Ago';
import { Loaded } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { Facts, Name } from '../../ui/Text';
import { TemplateReason, TemplateStatus, bodyOf } from './TemplateStatus';
import { deleteTemplate, useTemplate } from './calls';

/** One template. */
export default function TemplatePage() {
    const { id } = useParams<{ id: string }>();
    const query = useTemplate(id);
    const may = useMay('instances:write');
    return (
        <PageFrame
            title={query.data?.name ?? 'Template'}
            within={{ href: '/api/templates', title: 'Templates' }}
            actions={query.data !== undefined && may ? <Delete of={query.data} /> : undefined}
        >
            <Loaded query={query}>
                {(template) => (
                    <>
                        <TemplateReason of={template} />
                        <div className="panel padded">
                            <Facts
                                facts={[
                                    ['Status', <TemplateStatus key="status" of={template} />],
                                    ['ID', <code key="id">{template.id}</code>],
                                    ['Language', template.language],
                                    ['Category', template.category],
                                    ['Text', <Name key="text">{bodyOf(template)}</Name>],
                                    ['Provider id', template.provider_id ?? 'None'],
                                    ['Created', <Ago key="created" at={template.created_at} />],
                                ]}
                            />
                        </div>
                    </>
                )}
            </Loaded>
        </PageFrame>
    );
}

function Delete({ of: template }: { readonly of: Template }) {
    return (
        <DeleteAction title="Delete template" id={template.id} kind="templates" remove={deleteTemplate}>
            <p>
                The provider deletes <Name>{template.name}</Name> in all languages.
            </p>
        </DeleteAction>
    );
}
