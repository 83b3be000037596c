import { useState } from 'react';
import { useSession, useSessionChange } from '../../shell/session';
import { Button } from '../../ui/Button';
import { Badge } from '../../ui/Text';
import { RecoveryCodes } from './RecoveryCodes';
import { ProvenForm } from './ProvenForm';
import { Section } from './Section';
import { SetUpSecondFactor } from './SetUpSecondFactor';
import { disableSecondFactor, renewRecoveryCodes } from './calls';

type Doing = 'set-up' | 'renew' | 'disable';

/** The device whose codes every sign-in requires. */
export function SecondFactor() {
    const { user } = useSession();
    const { anew } = useSessionChange();
    const [doing, setDoing] = useState<Doing | null>(null);
    const [codes, setCodes] = useState<readonly string[] | null>(null);
    const show = (shown: readonly string[]) => {
        setDoing(null);
        setCodes(shown);
        return anew();
    };
    if (codes !== null) {
        return (
            <Section title="Second factor">
                <RecoveryCodes
                    codes={codes}
                    onStored={() => {
                        setCodes(null);
                    }}
                />
            </Section>
        );
    }
    return (
        <Section title="Second factor">
            {user.second_factor ? <On left={user.recovery_codes_left} /> : <Off />}
            <div className="row">
                {(user.second_factor ? WHEN_ON : WHEN_OFF).map(({ value, label }) => (
                    <Button
                        key={value}
                        aria-expanded={doing === value}
                        onClick={() => {
                            setDoing(doing === value ? null : value);
                        }}
                    >
                        {label}
                    </Button>
                ))}
            </div>
            {doing === 'set-up' && <SetUpSecondFactor onCodes={show} />}
            {doing === 'renew' && <ProvenForm submit="Create new codes" action={renewRecoveryCodes} onDone={show} />}
            {doing === 'disable' && (
                <ProvenForm
                    submit="Disable the second factor"
                    action={disableSecondFactor}
                    onDone={async () => {
                        setDoing(null);
                        await anew();
                    }}
                />
            )}
        </Section>
    );
}

const WHEN_OFF: readonly { value: Doing; label: string }[] = [{ value: 'set-up', label: 'Set up a second factor' }];

const WHEN_ON: readonly { value: Doing; label: string }[] = [
    { value: 'renew', label: 'New recovery codes' },
    { value: 'disable', label: 'Disable' },
];

function On({ left }: { readonly left: number }) {
    return (
        <p className="row">
            <Badge tone="good">On</Badge>
            <span>{left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`}</span>
        </p>
    );
}

function Off() {
    return (
        <p className="row">
            <Badge>Off</Badge>
            <span>Anyone who learns your password can sign in as you.</span>
        </p>
    );
}
