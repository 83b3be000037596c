import { expect, test } from 'vitest';
import type { Webhook } from '../../api/types';
import { errorInWords, isUnwell, rateInWords } from './health';

test('a rate is 100 % only without a failure', () => {
    expect(rateInWords(1)).toBe('100%');
    expect(rateInWords(0.99999)).toBe('99.9%');
    expect(rateInWords(0.125)).toBe('12.5%');
    expect(rateInWords(null)).toBe('No attempts');
});

test('an error without words of its own is shown as it is', () => {
    expect(errorInWords('timeout')).toBe('The receiver does not answer in time');
    expect(errorInWords('malformed_response')).toBe('malformed response');
});

test('a webhook that a person disabled needs no attention', () => {
    const webhook = { health: { state: 'disabled' }, disabled_reason: 'by_caller' } as Webhook;
    expect(isUnwell(webhook)).toBe(false);
    expect(isUnwell({ ...webhook, disabled_reason: 'no_success' })).toBe(true);
    expect(isUnwell({ health: { state: 'failing' }, disabled_reason: null } as Webhook)).toBe(true);
});
