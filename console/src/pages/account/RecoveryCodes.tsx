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
                Each of these is good once, in place of a code of your device. Store them where you find them without
                it; they are shown this once.
            </p>
            <Code text={codes.join('\n')} label="Recovery codes" />
        </StoredGate>
    );
}
