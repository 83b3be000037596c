import { TextField } from '../ui/Field';
import { useSession } from './session';

interface Props {
    readonly value: string;
    readonly onValue: (password: string) => void;
    readonly label?: string;
    readonly pointer?: string;
}

/** The password of the signed-in user; nothing for a user without a password. */
export function OwnPassword({ value, onValue, label = 'Your password', pointer = '/password' }: Props) {
    const { user } = useSession();
    return user.password_set ? (
        <TextField
            label={label}
            type="password"
            autoComplete="current-password"
            pointer={pointer}
            value={value}
            onValue={onValue}
        />
    ) : null;
}
