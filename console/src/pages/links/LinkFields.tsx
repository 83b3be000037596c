import { Checkbox } from '../../ui/Choice';
import { Select, TextField } from '../../ui/Field';
import type { Draft } from './draft';

const STATUS = [
    { value: '302', label: '302, found: the usual one' },
    { value: '301', label: '301, moved for ever: browsers remember it' },
    { value: '303', label: '303, see other' },
    { value: '307', label: '307, keeps the method' },
    { value: '308', label: '308, moved for ever, keeps the method' },
];

interface Props {
    readonly draft: Draft;
    readonly set: (change: Partial<Draft>) => void;
    /** A slug is chosen once. */
    readonly isNew: boolean;
}

/** All that can be said about a link. */
export function LinkFields({ draft, set, isNew }: Props) {
    const field = (member: keyof Draft) => ({
        value: draft[member] as string,
        onValue: (value: string) => {
            set({ [member]: value });
        },
    });
    return (
        <>
            <TextField label="Target" hint="Where it leads." type="url" pointer="/url" {...field('url')} />
            {isNew && (
                <TextField
                    label="Slug"
                    hint="The end of the short address. Empty for one that is made up. It never changes."
                    pointer="/slug"
                    mono
                    {...field('slug')}
                />
            )}
            <TextField label="Title" pointer="/title" {...field('title')} />
            <TextField label="Tags" hint="Separated by commas." pointer="/tags" {...field('tags')} />
            <details>
                <summary>When, how often and how</summary>
                <div className="stack indented">
                    <TextField label="Starts" type="datetime-local" pointer="/starts_at" {...field('startsAt')} />
                    <TextField label="Expires" type="datetime-local" pointer="/expires_at" {...field('expiresAt')} />
                    <TextField
                        label="Target once expired"
                        hint="Empty for none: visitors are told that it is over."
                        type="url"
                        pointer="/expired_url"
                        {...field('expiredUrl')}
                    />
                    <TextField
                        label="Clicks at most"
                        hint="Empty for any number."
                        type="number"
                        min={1}
                        pointer="/max_clicks"
                        {...field('maxClicks')}
                    />
                    <Select label="Status" pointer="/status_code" options={STATUS} {...field('statusCode')} />
                    <Checkbox
                        label="Pass the visitor's query on to the target"
                        checked={draft.forwardQuery}
                        onChecked={(forwardQuery) => {
                            set({ forwardQuery });
                        }}
                    />
                    <TextField
                        label="External id"
                        hint="An id of your own."
                        pointer="/external_id"
                        {...field('externalId')}
                    />
                </div>
            </details>
        </>
    );
}
