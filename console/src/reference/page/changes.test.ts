import { expect, it } from 'vitest';
import changelog from '../../../../CHANGELOG.md?raw';
import { changesWith, readReleases } from './changes';

const TEXT = `# Changelog

What is in it.

## Unreleased

- Keys have \`scopes\`, and
  a checksum.
- Links - short ones.

## 0.1.0 - 2026-11-22

- The first one.
`;

it('reads versions and what changed in them, also over several lines', () => {
    expect(readReleases(TEXT)).toEqual([
        { title: 'Unreleased', changes: ['Keys have `scopes`, and a checksum.', 'Links - short ones.'] },
        { title: '0.1.0 - 2026-11-22', changes: ['The first one.'] },
    ]);
    expect(readReleases(TEXT.replaceAll('\n', '\r\n'))).toEqual(readReleases(TEXT));
    expect(readReleases('')).toEqual([]);
});

it('finds changes by all words, in any case and order', () => {
    const found = (words: string) => changesWith(readReleases(TEXT), words).flatMap(({ changes }) => changes);
    expect(found('CHECKSUM keys')).toEqual(['Keys have `scopes`, and a checksum.']);
    expect(found('keys first')).toEqual([]);
    expect(found('  ')).toHaveLength(3);
});

it('reads the changelog of this product to its last line', () => {
    const points = changelog.split('\n').filter((line) => line.startsWith('- '));
    expect(points.length).toBeGreaterThan(20);
    expect(readReleases(changelog).flatMap(({ changes }) => changes)).toHaveLength(points.length);
});
