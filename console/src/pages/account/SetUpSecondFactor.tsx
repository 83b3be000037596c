import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { OwnPassword } from '../../shell/OwnPassword';
import { Code } from '../../ui/Code';
import { TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { QrCode } from '../../ui/QrCode';
import { confirmSecondFactor, setUpSecondFactor } from './calls';

interface Props {
    readonly onCodes: (codes: readonly string[]) => Promise<void>;
}

/** Shows a device what it has to know, and asks it for a code. */
export function SetUpSecondFactor({ onCodes }: Props) {
    const [password, setPassword] = useState('');
    const [code, setCode] = useState('');
    const begin = useMutation({ mutationFn: () => setUpSecondFactor(password) });
    const confirm = useMutation({
        mutationFn: (setup: string) => confirmSecondFactor(setup, code),
        onSuccess: onCodes,
    });
    if (begin.data === undefined) {
        return (
            <Form
                submit="Go on"
                busy={begin.isPending}
                problem={begin.error}
                onSubmit={() => {
                    begin.mutate();
                }}
            >
                <OwnPassword value={password} onValue={setPassword} />
            </Form>
        );
    }
    const { uri, secret, setup } = begin.data;
    return (
        <Form
            submit="Turn on"
            busy={confirm.isPending}
            problem={confirm.error}
            onSubmit={() => {
                confirm.mutate(setup);
            }}
        >
            <p>
                Let an app for codes read this, or type the secret into it. Nothing changes until it shows a code that
                fits.
            </p>
            <QrCode text={uri} label="QR code with the secret" />
            <Code text={secret} label="Secret for your device" wrapped />
            <TextField
                label="Code"
                hint="What the app shows now."
                inputMode="numeric"
                autoComplete="one-time-code"
                pointer="/code"
                value={code}
                onValue={setCode}
            />
        </Form>
    );
}
