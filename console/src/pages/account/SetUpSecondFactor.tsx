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

/** Shows the secret for a device, and asks for a code of the device. */
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
                submit="Continue"
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
                Scan this code with an authenticator app, or type the secret into it. The second factor is on once you
                enter a code from the app.
            </p>
            <QrCode text={uri} label="QR code with the secret" />
            <Code text={secret} label="Secret for your device" wrapped />
            <TextField
                label="Code"
                hint="The code that the app shows now."
                inputMode="numeric"
                autoComplete="one-time-code"
                pointer="/code"
                value={code}
                onValue={setCode}
            />
        </Form>
    );
}
