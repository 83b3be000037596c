import { useState } from 'react';
import type { Rule } from '../../api/types';
import { type Draft, draftOf, isSame } from './draft';

/** The edited fields of a rule, and the rule that the edit began from: a save applies to that version. */
export interface Editing {
    readonly from: Rule;
    readonly draft: Draft;
}

/**
 * The edit after the rule is read again. Edited text stays; the version stays too if the draft was changed elsewhere.
 */
export function readAgain(editing: Editing, rule: Rule): Editing {
    const isTouched = !isSame(editing.draft, draftOf(editing.from));
    if (!isTouched) {
        return { from: rule, draft: draftOf(rule) };
    }
    return isSame(draftOf(rule), draftOf(editing.from)) ? { ...editing, from: rule } : editing;
}

/** Edits the draft of a rule. */
export function useEditing(rule: Rule) {
    const [editing, setEditing] = useState<Editing>({ from: rule, draft: draftOf(rule) });
    const [read, setRead] = useState(rule);
    if (read !== rule) {
        setRead(rule);
        setEditing(readAgain(editing, rule));
    }
    return {
        ...editing,
        isTouched: !isSame(editing.draft, draftOf(editing.from)),
        set: (change: Partial<Draft>) => {
            setEditing({ ...editing, draft: { ...editing.draft, ...change } });
        },
        begin: (from: Rule) => {
            setEditing({ from, draft: draftOf(from) });
        },
    };
}
