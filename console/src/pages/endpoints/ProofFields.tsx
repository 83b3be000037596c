import { Button } from '../../ui/Button';
import { Select, TextField } from '../../ui/Field';
import {
    AUTHS,
    type Auth,
    BLANK_PROOF,
    type Draft,
    type Encoding,
    PROOFS_MAX,
    type ProofDraft,
    secretOf,
} from './draft';

interface Props {
    readonly draft: Draft;
    readonly set: (change: Partial<Draft>) => void;
    /** Whether a secret may be left unchanged. */
    readonly kept: boolean;
}

/** The proofs of requests; one valid proof is enough. */
export function ProofFields({ draft, set, kept }: Props) {
    const change = (at: number, part: Partial<ProofDraft>) => {
        set({ proofs: draft.proofs.map((proof, index) => (index === at ? { ...proof, ...part } : proof)) });
    };
    return (
        <>
            {draft.proofs.map((proof, index) =>
                draft.listed ? (
                    <fieldset key={index} className="stack tight">
                        <legend>Proof {index + 1}</legend>
                        <TextField
                            label="Name"
                            hint="The list of requests shows the name of the proof that each request has. To keep the stored secret, keep the name."
                            pointer={`/proofs/${index}/name`}
                            value={proof.name}
                            onValue={(name) => {
                                change(index, { name });
                            }}
                        />
                        <OneProof
                            proof={proof}
                            at={`/proofs/${index}`}
                            kept={kept}
                            set={(part) => {
                                change(index, part);
                            }}
                        />
                        {draft.proofs.length > 1 && (
                            <Button
                                small
                                onClick={() => {
                                    set({ proofs: draft.proofs.filter((_, other) => other !== index) });
                                }}
                            >
                                Remove proof {index + 1}
                            </Button>
                        )}
                    </fieldset>
                ) : (
                    <OneProof
                        key={index}
                        proof={proof}
                        at=""
                        kept={kept}
                        set={(part) => {
                            change(index, part);
                        }}
                    />
                ),
            )}
            {draft.proofs.length < PROOFS_MAX && (
                <Button
                    small
                    onClick={() => {
                        set({ proofs: [...draft.proofs, BLANK_PROOF], listed: true });
                    }}
                >
                    Add another proof
                </Button>
            )}
        </>
    );
}

interface OneProps {
    readonly proof: ProofDraft;
    /** The JSON pointer of the proof in the body. */
    readonly at: string;
    readonly kept: boolean;
    readonly set: (part: Partial<ProofDraft>) => void;
}

function OneProof({ proof, at, kept, set }: OneProps) {
    const secret = secretOf(proof.auth);
    return (
        <>
            <Select
                label="Proof"
                hint="How the other system authenticates its requests."
                pointer={`${at}/auth`}
                value={proof.auth}
                onValue={(auth) => {
                    set({ auth: auth as Auth });
                }}
                options={AUTHS}
            />
            {secret !== undefined && (
                <TextField
                    label="Secret"
                    hint={kept ? `${secret} Leave empty to keep the stored one.` : secret}
                    pointer={`${at}/secret`}
                    mono
                    autoComplete="off"
                    value={proof.secret}
                    onValue={(value) => {
                        set({ secret: value });
                    }}
                />
            )}
            {proof.auth === 'custom' && <Signature proof={proof} at={`${at}/signature`} set={set} />}
        </>
    );
}

/** The header with the HMAC-SHA256 of the body. */
function Signature({ proof, at, set }: Omit<OneProps, 'kept'>) {
    return (
        <>
            <TextField
                label="Header of the signature"
                pointer={`${at}/header`}
                mono
                value={proof.header}
                onValue={(header) => {
                    set({ header });
                }}
            />
            <Select
                label="Encoding"
                pointer={`${at}/encoding`}
                value={proof.encoding}
                onValue={(encoding) => {
                    set({ encoding: encoding as Encoding });
                }}
                options={[
                    { value: 'hex', label: 'Hexadecimal' },
                    { value: 'base64', label: 'Base64' },
                ]}
            />
            <TextField
                label="Prefix"
                hint="The text before the signature in the header, for example sha256=."
                pointer={`${at}/prefix`}
                mono
                value={proof.prefix}
                onValue={(prefix) => {
                    set({ prefix });
                }}
            />
        </>
    );
}
