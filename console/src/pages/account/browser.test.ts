import { describe, expect, it } from 'vitest';
import { browserOf } from './browser';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36';

describe('a browser', () => {
    it.each([
        [`${WINDOWS} ${CHROME}`, 'Chrome on Windows'],
        [`${WINDOWS} ${CHROME} Edg/146.0.0.0`, 'Edge on Windows'],
        [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME}`, 'Chrome on Android'],
        ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
        [
            'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15',
            'Safari on macOS',
        ],
        [
            'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) CriOS/146.0 Mobile/15E148 Safari/604.1',
            'Chrome on iOS',
        ],
        ['curl/8.5.0', 'curl/8.5.0'],
        ['', 'Unknown browser'],
    ])('%s is %s', (agent, name) => {
        expect(browserOf(agent)).toBe(name);
    });
});
