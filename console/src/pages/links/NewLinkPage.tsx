import { useState } from 'react';
import { useCreation } from '../../shell/creation';
import { Form } from '../../ui/Form';
import { PageFrame } from '../../ui/PageFrame';
import { LinkFields } from './LinkFields';
import { createLink } from './calls';
import { EMPTY, createOf } from './draft';

/** Makes a short link. */
export default function NewLinkPage() {
    const [draft, setDraft] = useState(EMPTY);
    const make = useCreation('links', (wanted: typeof EMPTY, key) => createLink(createOf(wanted), key));
    return (
        <PageFrame title="Create a short link" within={{ href: '/api/links', title: 'Short links' }} narrow>
            <Form
                submit="Create link"
                busy={make.isPending}
                problem={make.error}
                onSubmit={() => {
                    make.mutate(draft);
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
