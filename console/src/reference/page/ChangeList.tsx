import { useId, useMemo, useState } from 'react';
import changelog from '../../../../CHANGELOG.md?raw';
import { TextField } from '../../ui/Field';
import { Inline } from './Prose';
import { type Release, changesWith, readReleases } from './changes';

const releases = readReleases(changelog);

/** All changes, by version, and those in which certain words occur; fetched when it is opened. */
export default function ChangeList() {
    const [words, setWords] = useState('');
    const found = useMemo(() => changesWith(releases, words), [words]);
    const count = found.reduce((sum, { changes }) => sum + changes.length, 0);
    return (
        <>
            <search>
                <TextField label="Search in changes" type="search" value={words} onValue={setWords} />
            </search>
            <p role="status" className="ref-note">
                {count === 1 ? 'One change' : `${count} changes`}
            </p>
            {found.map((release) => (
                <Changes key={release.title} of={release} />
            ))}
        </>
    );
}

function Changes({ of: { title, changes } }: { readonly of: Release }) {
    const id = useId();
    return (
        <section aria-labelledby={id}>
            <h2 id={id}>{title}</h2>
            <ul className="ref-changes">
                {changes.map((change) => (
                    <li key={change} className="ref-prose">
                        <Inline text={change} />
                    </li>
                ))}
            </ul>
        </section>
    );
}
