import { describe, expect, it } from 'vitest';
import type { Message } from '../../api/types';
import { saidBy } from './MessageStatus';
import { content } from './content';

describe('a location', () => {
    it('is where the fields say', () => {
        const { location } = content('location', { latitude: '52.52', longitude: ' -13.4 ' }, undefined);
        expect(location).toEqual({ latitude: 52.52, longitude: -13.4 });
    });

    it('is not on the equator because nothing was written', () => {
        const { location } = content('location', { longitude: ' ' }, undefined);
        expect(JSON.stringify(location)).toBe('{"latitude":null,"longitude":null}');
    });
});

describe('a reaction', () => {
    const reaction = (emoji: string) => ({ type: 'reaction', reaction: { message_id: 'msg_1', emoji } }) as Message;

    it('is said with its emoji, and that it was taken back', () => {
        expect(saidBy(reaction('👍'))).toBe('reaction: 👍');
        expect(saidBy(reaction(''))).toBe('reaction removed');
    });
});
