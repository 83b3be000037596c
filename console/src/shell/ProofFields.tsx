import { TextField } from '../ui/Field';
import { OwnPassword } from './OwnPassword';
import { useSession } from './session';

/** The credentials of the user. */
export interface Proof {
    readonly password: string;
    readonly code: string;
}

interface Props {
    readonly proof: Proof;
    readonly onProof: (proof: Proof) => void;
}

/** The password of a user who has one, and a code of a user with a second factor. */
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
                    hint="A code from your authenticator app, or a recovery code."
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
