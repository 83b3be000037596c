/** The changes of one version. */
export interface Release {
    readonly title: string;
    readonly changes: readonly string[];
}

/** Reads a changelog: versions are headings of the second level, and changes are the points of their lists. */
export function readReleases(changelog: string): readonly Release[] {
    return changelog
        .replaceAll('\r\n', '\n')
        .split(/^## /m)
        .slice(1)
        .map((part) => {
            const [title = '', ...lines] = part.split('\n');
            return { title: title.trim(), changes: changesOf(lines.join('\n')) };
        });
}

/** A point goes on in the lines that are indented below it. */
function changesOf(list: string): readonly string[] {
    return list
        .split(/^- /m)
        .slice(1)
        .map((change) => change.replace(/\s+/g, ' ').trim());
}

/** The changes in which all of these words occur, and the versions that have any. */
export function changesWith(releases: readonly Release[], words: string): readonly Release[] {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (change: string) => wanted.every((word) => change.toLowerCase().includes(word));
    return releases
        .map(({ title, changes }) => ({ title, changes: changes.filter(fits) }))
        .filter(({ changes }) => changes.length > 0);
}
