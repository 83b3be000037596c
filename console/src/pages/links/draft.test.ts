import { describe, expect, it } from 'vitest';
import type { Link } from '../../api/types';
import { EMPTY, changeOf, createOf, draftOf, tagsOf } from './draft';

const LINK: Link = {
    id: 'lnk_01kb3q9a4yfz7v1m0k2j8h6g5d',
    object: 'link',
    short_url: 'http://localhost:8080/spring',
    url: 'https://www.example.com/sale',
    domain: 'localhost',
    slug: 'spring',
    title: 'Spring sale',
    tags: ['mail', 'two words'],
    status_code: 302,
    forward_query: false,
    starts_at: '2026-11-02T09:30:12.125Z',
    expires_at: null,
    expired_url: null,
    max_clicks: null,
    external_id: null,
    metadata: {},
    version: 1,
    created_at: '2026-11-02T09:30:00.125Z',
    updated_at: '2026-11-02T09:30:00.125Z',
    click_count: 0,
};

describe('the draft of a link', () => {
    it('changes nothing of what was not touched, not even the seconds of a time', () => {
        expect(changeOf(LINK, draftOf(LINK))).toEqual({});
    });

    it('changes what was touched alone, and clears what was emptied', () => {
        expect(changeOf(LINK, { ...draftOf(LINK), title: '', tags: 'mail', maxClicks: '7' })).toEqual({
            title: null,
            tags: ['mail'],
            max_clicks: 7,
        });
    });

    it('says of a new link only what was filled in', () => {
        expect(createOf({ ...EMPTY, url: 'https://www.example.com/' })).toEqual({
            url: 'https://www.example.com/',
            status_code: 302,
            forward_query: false,
        });
    });

    it('parts tags by commas', () => {
        expect(tagsOf(' a, two words ,,b')).toEqual(['a', 'two words', 'b']);
    });
});
