import { createHmac } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_SECONDS = 30;

/**
 * The code that a device with a base32 secret shows (RFC 6238, six digits, SHA-1).
 *
 * @param later number of 30-second steps from now; the server accepts one, because a code cannot be used twice and
 *     waiting takes long
 */
export function codeOf(secret: string, later = 0): string {
    return codeAt(decoded(secret), Math.floor(Date.now() / 1000 / STEP_SECONDS) + later);
}

/** A code that no step about now has. */
export function wrongCodeOf(secret: string): string {
    const near = [-2, -1, 0, 1, 2].map((later) => codeOf(secret, later));
    return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? '';
}

/** RFC 4226: the last four bits of the digest say where in it the number stands. */
export function codeAt(key: Buffer, step: number): string {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(step));
    const digest = createHmac('sha1', key).update(counter).digest();
    const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 0xf) & 0x7fffffff;
    return String(number % 1_000_000).padStart(6, '0');
}

function decoded(base32: string): Buffer {
    const bits = [...base32].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
    const bytes = bits.match(/.{8}/g) ?? [];
    return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
