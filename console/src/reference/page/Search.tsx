import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { indexOf, search } from '../contract/search';
import { useReference } from './state';

/** Finds operations and guides by path, text, field and code, from anywhere by Ctrl+K, ⌘K or a slash. */
export function Search() {
    const dialog = useRef<HTMLDialogElement>(null);
    // Each opening has a search of its own, so that the words of the one before are gone.
    const [opening, setOpening] = useState(0);

    // The dialog is opened here, not in an effect: the browser reports the end of a dialog late, and a key that is pressed
    // before would change no state.
    const open = useCallback(() => {
        dialog.current?.showModal();
        setOpening((before) => before + 1);
    }, []);

    useEffect(() => {
        function press(event: globalThis.KeyboardEvent) {
            const typing = event.target instanceof Element && event.target.matches('input, textarea, select');
            const asked = (event.key === 'k' && (event.ctrlKey || event.metaKey)) || (event.key === '/' && !typing);
            if (asked && dialog.current?.open === false) {
                event.preventDefault();
                open();
            }
        }
        addEventListener('keydown', press);
        return () => {
            removeEventListener('keydown', press);
        };
    }, [open]);

    return (
        <>
            <button
                type="button"
                className="ref-button ref-search"
                aria-keyshortcuts="Control+K Meta+K /"
                onClick={open}
            >
                Search <kbd>Ctrl K</kbd>
            </button>
            <dialog ref={dialog} className="ref-dialog ref-finder" aria-label="Search the API reference">
                {opening > 0 && <Finder key={opening} close={() => dialog.current?.close()} />}
            </dialog>
        </>
    );
}

function Finder({ close }: { readonly close: () => void }) {
    const { contract } = useReference();
    const [, navigate] = useLocation();
    const [query, setQuery] = useState('');
    const [chosen, setChosen] = useState(0);
    const id = useId();
    const list = useRef<HTMLUListElement>(null);
    const index = useMemo(() => indexOf(contract), [contract]);
    const hits = useMemo(() => search(index, query), [index, query]);

    useEffect(() => {
        list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
    }, [chosen]);

    function go(position: number) {
        const target = hits[position]?.target;
        if (target !== undefined) {
            close();
            navigate(target.href);
            const [, hash] = target.href.split('#');
            if (hash !== undefined) {
                // The page of the guide is there once it is rendered.
                setTimeout(() => document.getElementById(hash)?.scrollIntoView());
            }
        }
    }

    function press(event: KeyboardEvent) {
        const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: hits.length - 1 };
        const step = steps[event.key];
        if (step !== undefined && hits.length > 0) {
            event.preventDefault();
            setChosen((chosen + step) % hits.length);
        } else if (event.key === 'Enter') {
            event.preventDefault();
            go(chosen);
        }
    }

    return (
        <>
            <input
                type="text"
                role="combobox"
                autoFocus
                aria-label="Path, words, field or code"
                placeholder="Path, words, field or code"
                aria-expanded={hits.length > 0}
                aria-controls={id}
                aria-autocomplete="list"
                aria-activedescendant={hits.length > 0 ? `${id}-${chosen}` : undefined}
                autoComplete="off"
                spellCheck={false}
                value={query}
                onKeyDown={press}
                onChange={(event) => {
                    setQuery(event.target.value);
                    setChosen(0);
                }}
            />
            <ul ref={list} role="listbox" id={id} aria-label="Results">
                {hits.map(({ target, why }, position) => (
                    <li
                        key={target.href}
                        id={`${id}-${position}`}
                        role="option"
                        aria-selected={position === chosen}
                        onClick={() => {
                            go(position);
                        }}
                    >
                        <span>{target.title}</span>
                        <small>
                            <code>{target.detail}</code>
                            {why !== '' && ` · ${why}`}
                        </small>
                    </li>
                ))}
            </ul>
            <p role="status" className="ref-note">
                {query.trim() === ''
                    ? 'Select with the arrow keys, open with Enter, close with Escape.'
                    : `${hits.length} ${hits.length === 1 ? 'result' : 'results'}`}
            </p>
        </>
    );
}
