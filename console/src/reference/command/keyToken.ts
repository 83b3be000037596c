const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = /^(prk_(live|test)_[0-9A-Za-z]{12})_[0-9A-Za-z]{38}$/;
const CHECKED = 54;
const POLYNOMIAL = 0xedb88320;

/** An API key with a valid form and checksum. Only the service knows whether it exists. */
export interface KeyToken {
    readonly text: string;
    /** The beginning of the key, which is not secret. */
    readonly prefix: string;
    readonly environment: string;
}

/** Parses a pasted key, or returns its error. Nothing is sent. */
export function readKey(pasted: string): KeyToken | string {
    const text = pasted.trim().replace(/^Bearer\s+/i, '');
    const shape = SHAPE.exec(text);
    if (shape === null) {
        return text.startsWith('prk_')
            ? 'An API key has 60 characters: prk_live_ or prk_test_, 12 characters, an underscore and 38 characters.'
            : 'An API key begins with prk_live_ or prk_test_.';
    }
    if (checksum(text.slice(0, CHECKED)) !== text.slice(CHECKED)) {
        return 'The key has a wrong or misplaced character: its checksum does not match.';
    }
    return { text, prefix: shape[1] ?? '', environment: shape[2] ?? '' };
}

/** The part of a key that may be shown. */
export function masked(key: KeyToken): string {
    return `${key.prefix}_••••••••`;
}

/** CRC-32 as of ISO 3309, in six base62 characters. */
function checksum(text: string): string {
    let crc = 0xffffffff;
    for (const character of text) {
        crc ^= character.charCodeAt(0);
        for (let bit = 0; bit < 8; bit++) {
            crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0);
        }
    }
    let rest = (crc ^ 0xffffffff) >>> 0;
    let out = '';
    for (let i = 0; i < 6; i++) {
        out = (BASE62[rest % 62] ?? '') + out;
        rest = Math.floor(rest / 62);
    }
    return out;
}
