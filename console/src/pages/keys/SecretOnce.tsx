import { useState } from 'react';
import { Link } from 'wouter';
import { curl } from '../../api/curl';
import type { KeyCreated } from '../../api/types';
import { Button } from '../../ui/Button';
import { Code } from '../../ui/Code';
import { Loaded } from '../../ui/Loaded';
import { StoredGate } from '../../ui/StoredGate';
import { Name } from '../../ui/Text';
import { KeyActions } from './KeyActions';
import { KeyState, isOver } from './KeyState';
import { useKey } from './calls';
import { firstCall } from './firstCall';

interface Props {
    readonly made: KeyCreated;
    readonly onStored: () => void;
}

/** The secret of a key, which is shown this once, and what to do with it. */
export function SecretOnce({ made, onStored }: Props) {
    const [rotated, setRotated] = useState<KeyCreated | null>(null);
    const shown = rotated ?? made;
    const { secret } = shown;
    if (secret === null) {
        return <SecretLost id={made.id} onRotated={setRotated} />;
    }
    return (
        <StoredGate what="the secret" onStored={onStored}>
            <p className="notice warn">Store this secret now. It is shown only once.</p>
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
                <h2>Make your first call</h2>
                <Code
                    text={curl({ method: 'GET', url: location.origin + firstCall(shown), key: secret })}
                    label="cURL"
                    wrapped
                />
            </div>
        </StoredGate>
    );
}

/** A key of an earlier attempt whose response did not arrive. */
function SecretLost({ id, onRotated }: { readonly id: string; readonly onRotated: (made: KeyCreated) => void }) {
    const query = useKey(id);
    return (
        <div className="stack">
            <p className="notice warn" role="alert">
                An earlier attempt created this key, but its response did not arrive. The secret is shown only once.
                Rotate the key to get a new secret, or revoke it.
            </p>
            <Loaded query={query}>
                {(key) => (
                    <>
                        <p className="row">
                            <Link href={`/api/keys/${id}`}>
                                <Name>{key.name}</Name>
                            </Link>
                            <KeyState of={key} />
                        </p>
                        {!isOver(key) && (
                            <div className="row">
                                <KeyActions of={key} onRotated={onRotated} />
                            </div>
                        )}
                    </>
                )}
            </Loaded>
        </div>
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
