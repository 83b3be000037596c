import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForget } from '../../api/queries';
import type { Key, KeyCreated } from '../../api/types';
import { Button } from '../../ui/Button';
import { Confirm, Dialog } from '../../ui/Dialog';
import { Select, TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { Name } from '../../ui/Text';
import { renameKey, revokeKey, rotateKey } from './calls';
import { OVERLAPS } from './overlaps';

interface Props {
    readonly of: Key;
    readonly onRotated: (made: KeyCreated) => void;
}

/** The actions on a valid key. */
export function KeyActions({ of: key, onRotated }: Props) {
    const [open, setOpen] = useState<'rename' | 'rotate' | 'revoke' | null>(null);
    const close = () => {
        setOpen(null);
    };
    return (
        <>
            <Button
                onClick={() => {
                    setOpen('rename');
                }}
            >
                Rename
            </Button>
            <Button
                onClick={() => {
                    setOpen('rotate');
                }}
            >
                Rotate
            </Button>
            <Button
                look="danger"
                onClick={() => {
                    setOpen('revoke');
                }}
            >
                Revoke
            </Button>
            {open === 'rename' && <Rename of={key} onClose={close} />}
            {open === 'rotate' && <Rotate of={key} onClose={close} onRotated={onRotated} />}
            {open === 'revoke' && <Revoke of={key} onClose={close} />}
        </>
    );
}

interface DialogProps {
    readonly of: Key;
    readonly onClose: () => void;
}

function Rename({ of: key, onClose }: DialogProps) {
    const [name, setName] = useState(key.name);
    const forget = useForget();
    const rename = useMutation({
        mutationFn: () => renameKey(key.id, name),
        onSuccess: async () => {
            await forget('keys');
            onClose();
        },
    });
    return (
        <Dialog title="Rename key" isOpen onClose={onClose}>
            <Form
                submit="Rename"
                busy={rename.isPending}
                problem={rename.error}
                onSubmit={() => {
                    rename.mutate();
                }}
            >
                <TextField label="Name" pointer="/name" value={name} onValue={setName} />
            </Form>
        </Dialog>
    );
}

function Rotate({ of: key, onClose, onRotated }: DialogProps & Pick<Props, 'onRotated'>) {
    const [overlap, setOverlap] = useState('PT24H');
    const forget = useForget();
    const rotate = useMutation({
        mutationFn: () => rotateKey(key.id, overlap),
        onSuccess: async (made) => {
            await forget('keys');
            onRotated(made);
        },
    });
    return (
        <Dialog title="Rotate key" isOpen onClose={onClose}>
            <p>The key gets a new secret. Everything else stays the same.</p>
            <Form
                submit="Rotate"
                busy={rotate.isPending}
                problem={rotate.error}
                onSubmit={() => {
                    rotate.mutate();
                }}
            >
                <Select
                    label="Keep the old secret valid"
                    pointer="/overlap"
                    options={OVERLAPS}
                    value={overlap}
                    onValue={setOverlap}
                />
            </Form>
        </Dialog>
    );
}

function Revoke({ of: key, onClose }: DialogProps) {
    const forget = useForget();
    const revoke = useMutation({
        mutationFn: () => revokeKey(key.id),
        onSuccess: async () => {
            await forget('keys');
            onClose();
        },
    });
    return (
        <Confirm
            title="Revoke key"
            confirm="Revoke key"
            isOpen
            onClose={onClose}
            problem={revoke.error}
            busy={revoke.isPending}
            onConfirm={() => {
                revoke.mutate();
            }}
        >
            <p>
                This node rejects requests with <Name>{key.name}</Name> at once, other nodes within a second. The rules
                that it published are paused; its webhooks continue. This cannot be undone.
            </p>
        </Confirm>
    );
}
