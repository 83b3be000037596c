import { TextField } from '../ui/Field';
import { OwnPassword } from './OwnPassword';
import { useSession } from './session';

/** What proves who somebody is. */
export interface Proof {
    readonly password: string;
    readonly code: string;
}

interface Props {
    readonly proof: Proof;
    readonly onProof: (proof: Proof) => void;
}

/** The password of whoever has one, and a code of whoever has a second factor. */
export function ProofFields({ proof, onProof }: Props) {
    const { user } = useSession();
    return (
        <>
            <OwnPassword
                value={proof.password}
                onValue={(password) => {
                    onProof({ ...proof, password });
                }}
            />
            {user.second_factor && (
                <TextField
                    label="Code"
                    hint="What your device shows, or one of your recovery codes."
                    autoComplete="one-time-code"
                    pointer="/code"
                    value={proof.code}
                    onValue={(code) => {
                        onProof({ ...proof, code });
                    }}
                />
            )}
        </>
    );
}
