import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { useGone } from '../../api/queries';
import type { Template } from '../../api/types';
import { useMay } from '../../shell/session';
import { Button } from '../../ui/Button';
import { Confirm } from '../../ui/Dialog';
import { Loaded } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { Facts, Name, Time } from '../../ui/Text';
import { TemplateStatus, bodyOf } from './TemplateStatus';
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
                    <div className="panel padded">
                        <Facts
                            facts={[
                                ['Status', <TemplateStatus key="status" of={template} />],
                                ['Reason', template.reason ?? 'None'],
                                ['Id', <code key="id">{template.id}</code>],
                                ['Language', template.language],
                                ['Category', template.category],
                                ['Text', <Name key="text">{bodyOf(template)}</Name>],
                                ['Provider id', template.provider_id ?? 'None'],
                                ['Created', <Time key="created" at={template.created_at} />],
                            ]}
                        />
                    </div>
                )}
            </Loaded>
        </PageFrame>
    );
}

function Delete({ of: template }: { readonly of: Template }) {
    const [asks, setAsks] = useState(false);
    const gone = useGone();
    const [, go] = useLocation();
    const remove = useMutation({
        mutationFn: () => deleteTemplate(template.id),
        onSuccess: () => {
            gone(template.id, 'templates', 'events');
            go('/api/templates');
        },
    });
    return (
        <>
            <Button
                look="danger"
                onClick={() => {
                    setAsks(true);
                }}
            >
                Delete
            </Button>
            {asks && (
                <Confirm
                    title="Delete template"
                    isOpen
                    onClose={() => {
                        setAsks(false);
                    }}
                    confirm="Delete template"
                    busy={remove.isPending}
                    problem={remove.error}
                    onConfirm={() => {
                        remove.mutate();
                    }}
                >
                    <p>
                        The provider deletes <Name>{template.name}</Name> in all languages.
                    </p>
                </Confirm>
            )}
        </>
    );
}
