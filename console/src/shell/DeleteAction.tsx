import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useGone } from '../api/queries';
import { Button } from '../ui/Button';
import { Confirm } from '../ui/Dialog';

interface Props {
    readonly title: string;
    readonly id: string;
    /** The kind of resource, as in the path of its list. */
    readonly kind: string;
    readonly remove: (id: string) => Promise<void>;
    /** What follows from the deletion. */
    readonly children: ReactNode;
}

/** Deletes a resource once that is confirmed, and leads to the list of its kind. */
export function DeleteAction({ title, id, kind, remove, children }: Props) {
    const [asks, setAsks] = useState(false);
    const gone = useGone();
    const [, go] = useLocation();
    const removal = useMutation({
        mutationFn: () => remove(id),
        onSuccess: () => {
            gone(id, kind, 'events');
            go(`/api/${kind}`);
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
                    title={title}
                    isOpen
                    onClose={() => {
                        setAsks(false);
                    }}
                    confirm={title}
                    busy={removal.isPending}
                    problem={removal.error}
                    onConfirm={() => {
                        removal.mutate();
                    }}
                >
                    {children}
                </Confirm>
            )}
        </>
    );
}
