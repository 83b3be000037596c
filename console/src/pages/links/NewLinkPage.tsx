import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useAttempts } from '../../api/idempotency';
import { useForget } from '../../api/queries';
import { Form } from '../../ui/Form';
import { PageFrame } from '../../ui/PageFrame';
import { LinkFields } from './LinkFields';
import { createLink } from './calls';
import { EMPTY, createOf } from './draft';

/** Makes a short link. */
export default function NewLinkPage() {
    const [draft, setDraft] = useState(EMPTY);
    const attempts = useAttempts();
    const forget = useForget();
    const [, go] = useLocation();
    const make = useMutation({
        mutationFn: () => attempts.make(draft, ({ key }) => createLink(createOf(draft), key)),
        onSuccess: async (link) => {
            await forget('links', 'events');
            go(`/api/links/${link.id}`);
        },
    });
    return (
        <PageFrame title="Create a short link" within={{ href: '/api/links', title: 'Short links' }} narrow>
            <Form
                submit="Create link"
                busy={make.isPending}
                problem={make.error}
                onSubmit={() => {
                    make.mutate();
                }}
            >
                <LinkFields
                    isNew
                    draft={draft}
                    set={(change) => {
                        setDraft({ ...draft, ...change });
                    }}
                />
            </Form>
        </PageFrame>
    );
}
