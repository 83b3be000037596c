import { renderToStaticMarkup } from 'react-dom/server';
import decodeQR from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { QrCode } from './QrCode';

const SCALE = 4;

describe('a QR code', () => {
    it('is read as the text that it was made of', () => {
        const uri =
            'otpauth://totp/Postrider:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Postrider';
        const markup = renderToStaticMarkup(<QrCode text={uri} label="For your device" />);
        const modules = Number(/viewBox="0 0 (\d+)/.exec(markup)?.[1]);
        const width = modules * SCALE;
        const data = new Uint8Array(width * width * 4).fill(255);
        for (const [, x, y] of markup.matchAll(/M(\d+) (\d+)h1/g)) {
            for (let at = 0; at < SCALE * SCALE; at += 1) {
                const column = Number(x) * SCALE + (at % SCALE);
                const row = Number(y) * SCALE + Math.floor(at / SCALE);
                data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
            }
        }
        expect(decodeQR({ width, height: width, data })).toBe(uri);
        expect(markup).not.toContain('style=');
    });
});
