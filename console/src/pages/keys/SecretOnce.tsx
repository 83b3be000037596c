import { curl } from '../../api/curl';
import type { KeyCreated } from '../../api/types';
import { Button } from '../../ui/Button';
import { Code } from '../../ui/Code';
import { StoredGate } from '../../ui/StoredGate';

interface Props {
    readonly made: KeyCreated;
    readonly onStored: () => void;
}

/** The secret of a key, which is shown this once, and what to do with it. */
export function SecretOnce({ made, onStored }: Props) {
    const { secret } = made;
    if (secret === null) {
        return (
            <div className="notice warn">
                This key was made before, and its secret is shown once only. Rotate the key to get another secret.
            </div>
        );
    }
    return (
        <StoredGate what="the secret" onStored={onStored}>
            <p className="notice warn">
                Store this secret now. It is shown this once, and nobody can look it up again.
            </p>
            <Code text={secret} label="Secret" wrapped />
            <div>
                <Button
                    onClick={() => {
                        download(secret);
                    }}
                >
                    Download .env
                </Button>
            </div>
            <div className="stack tight">
                <h2>Make a first call</h2>
                <Code
                    text={curl({ method: 'GET', url: `${location.origin}/api/v1/models`, key: secret })}
                    label="cURL"
                    wrapped
                />
            </div>
        </StoredGate>
    );
}

function download(secret: string): void {
    const text = `POSTRIDER_BASE_URL=${location.origin}\nPOSTRIDER_API_KEY=${secret}\n`;
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = 'postrider.env';
    link.click();
    URL.revokeObjectURL(url);
}
