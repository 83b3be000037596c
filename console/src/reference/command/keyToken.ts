const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = /^(prk_(live|test)_[0-9A-Za-z]{12})_[0-9A-Za-z]{38}$/;
const CHECKED = 54;
const POLYNOMIAL = 0xedb88320;

/** An API key that is one by its shape and its checksum. Whether anybody has it only the service can tell. */
export interface KeyToken {
    readonly text: string;
    /** How the key begins; that much of it is no secret. */
    readonly prefix: string;
    readonly environment: string;
}

/** Reads a key as it was pasted, or says what is wrong with it. Nothing is sent anywhere. */
export function readKey(pasted: string): KeyToken | string {
    const text = pasted.trim().replace(/^Bearer\s+/i, '');
    const shape = SHAPE.exec(text);
    if (shape === null) {
        return text.startsWith('prk_')
            ? 'This is not the whole of an API key: it has 60 characters, prk_live_ or prk_test_, 12, an underscore and 38.'
            : 'An API key begins with prk_live_ or prk_test_.';
    }
    if (checksum(text.slice(0, CHECKED)) !== text.slice(CHECKED)) {
        return 'A character of this key is wrong or in the wrong place: its checksum does not fit.';
    }
    return { text, prefix: shape[1] ?? '', environment: shape[2] ?? '' };
}

/** What may be shown of a key. */
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
