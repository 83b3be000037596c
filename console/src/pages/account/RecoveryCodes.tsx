import { Code } from '../../ui/Code';
import { StoredGate } from '../../ui/StoredGate';

interface Props {
    readonly codes: readonly string[];
    readonly onStored: () => void;
}

/** The codes that stand in for a device that is lost. */
export function RecoveryCodes({ codes, onStored }: Props) {
    return (
        <StoredGate what="the recovery codes" onStored={onStored}>
            <p className="notice warn">
                Each recovery code can be used once instead of a code from your authenticator app. Store them somewhere
                other than the device; they are shown only once.
            </p>
            <Code text={codes.join('\n')} label="Recovery codes" />
        </StoredGate>
    );
}
