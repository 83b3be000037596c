import { describe, expect, it } from 'vitest';
import type { LoggedEvent } from '../../api/types';
import { noticesOf } from './notices';

const told = (field: string, value: unknown, id = 'inst_1') =>
    ({
        id: 'evt_1',
        timestamp: '2026-11-28T09:00:00Z',
        data: { id, notice: { field, value } },
    }) as unknown as LoggedEvent;

const words = (field: string, value: unknown) => noticesOf([told(field, value)], 'inst_1').map(({ what }) => what);

describe('a notice', () => {
    it('of the quality of a number says its limit', () => {
        const change = (event: string, current_limit: string) =>
            words('phone_number_quality_update', { event, current_limit });
        expect(change('DOWNGRADE', 'TIER_1K')).toEqual([
            'Meta lowered the limit of the number: it may start conversations with 1,000 people in 24 hours.',
        ]);
        expect(change('UPGRADE', 'TIER_UNLIMITED')).toEqual([
            'Meta raised the limit of the number: it may start any number of conversations.',
        ]);
        expect(change('FLAGGED', 'TIER_250')).toEqual(['The quality of the number is low.']);
    });

    it('of a restriction says until when it holds', () => {
        const restriction_info = [
            { restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: 1_795_000_000 },
        ];
        expect(
            noticesOf([told('account_update', { event: 'ACCOUNT_RESTRICTION', restriction_info })], 'inst_1'),
        ).toMatchObject([
            { what: 'Meta restricted the account: it cannot start conversations', until: '2026-11-18T11:06:40.000Z' },
        ]);
    });

    it('of an account is said in words', () => {
        const ban = { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } };
        expect(words('account_update', ban)).toEqual(['Meta disabled the account.']);
        const violation = { event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SCAM' } };
        expect(words('account_update', violation)).toEqual(['Meta says that the account violated a policy: scam.']);
    });

    it('is left out where it is of something else', () => {
        expect(words('messages', {})).toEqual([]);
        expect(words('account_update', null)).toEqual([]);
        expect(noticesOf([told('account_update', { event: 'ACCOUNT_DELETED' }, 'inst_2')], 'inst_1')).toEqual([]);
    });
});
