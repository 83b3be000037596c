import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useForget, useGone } from '../../api/queries';
import type { Link } from '../../api/types';
import { Confirm, Dialog } from '../../ui/Dialog';
import { Form } from '../../ui/Form';
import { Name } from '../../ui/Text';
import { LinkFields } from './LinkFields';
import { deleteLink, updateLink } from './calls';
import { changeOf, draftOf } from './draft';

interface Props {
    readonly of: Link;
    readonly onClose: () => void;
}

/** Changes a link. */
export function EditLink({ of: link, onClose }: Props) {
    const [draft, setDraft] = useState(() => draftOf(link));
    const forget = useForget();
    const update = useMutation({
        mutationFn: () => updateLink(link, changeOf(link, draft)),
        onSuccess: async () => {
            await forget('links', 'events');
            onClose();
        },
    });
    return (
        <Dialog title="Edit link" isOpen onClose={onClose}>
            <Form
                submit="Save"
                busy={update.isPending}
                problem={update.error}
                onSubmit={() => {
                    update.mutate();
                }}
            >
                <LinkFields
                    isNew={false}
                    draft={draft}
                    set={(change) => {
                        setDraft({ ...draft, ...change });
                    }}
                />
            </Form>
        </Dialog>
    );
}

/** Deletes a link, once that is confirmed. */
export function DeleteLink({ of: link, onClose }: Props) {
    const gone = useGone();
    const [, go] = useLocation();
    const remove = useMutation({
        mutationFn: () => deleteLink(link.id),
        onSuccess: () => {
            go('/api/links');
            gone(link.id, 'links', 'events');
        },
    });
    return (
        <Confirm
            title="Delete link"
            confirm="Delete link"
            isOpen
            onClose={onClose}
            problem={remove.error}
            busy={remove.isPending}
            onConfirm={() => {
                remove.mutate();
            }}
        >
            <p>
                Visitors of <Name>{link.short_url}</Name> get 410 Gone from now on. The slug cannot be used again.
            </p>
        </Confirm>
    );
}
