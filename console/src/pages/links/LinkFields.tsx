import { Checkbox } from '../../ui/Choice';
import { Select, TextField } from '../../ui/Field';
import type { Draft } from './draft';

const STATUS = [
    { value: '302', label: '302 Found (default)' },
    { value: '301', label: '301 Moved Permanently (cached by browsers)' },
    { value: '303', label: '303 See Other' },
    { value: '307', label: '307 Temporary Redirect (keeps the method)' },
    { value: '308', label: '308 Permanent Redirect (keeps the method)' },
];

interface Props {
    readonly draft: Draft;
    readonly set: (change: Partial<Draft>) => void;
    /** A slug is chosen once. */
    readonly isNew: boolean;
}

/** The fields of a link. */
export function LinkFields({ draft, set, isNew }: Props) {
    const field = (member: keyof Draft) => ({
        value: draft[member] as string,
        onValue: (value: string) => {
            set({ [member]: value });
        },
    });
    return (
        <>
            <TextField
                label="Target"
                hint="The address that the link redirects to."
                type="url"
                pointer="/url"
                {...field('url')}
            />
            {isNew && (
                <TextField
                    label="Slug"
                    hint="The last part of the short address. Leave it empty for a generated one. It cannot be changed later."
                    pointer="/slug"
                    mono
                    {...field('slug')}
                />
            )}
            <TextField label="Title" pointer="/title" {...field('title')} />
            <TextField label="Tags" hint="Separated by commas." pointer="/tags" {...field('tags')} />
            <details>
                <summary>Advanced options</summary>
                <div className="stack indented">
                    <TextField
                        label="Starts"
                        hint="Before this time visitors get 404 Not Found."
                        type="datetime-local"
                        pointer="/starts_at"
                        {...field('startsAt')}
                    />
                    <TextField label="Expires" type="datetime-local" pointer="/expires_at" {...field('expiresAt')} />
                    <TextField
                        label="Target after expiry"
                        hint="The address to which visitors are redirected. Empty for none: visitors get 410 Gone."
                        type="url"
                        pointer="/expired_url"
                        {...field('expiredUrl')}
                    />
                    <TextField
                        label="Maximum clicks"
                        hint="Empty for no limit."
                        type="number"
                        min={1}
                        pointer="/max_clicks"
                        {...field('maxClicks')}
                    />
                    <Select label="Status code" pointer="/status_code" options={STATUS} {...field('statusCode')} />
                    <Checkbox
                        label="Append the visitor's query string to the target"
                        checked={draft.forwardQuery}
                        onChecked={(forwardQuery) => {
                            set({ forwardQuery });
                        }}
                    />
                    <TextField
                        label="External ID"
                        hint="The ID of the link in your own system."
                        pointer="/external_id"
                        {...field('externalId')}
                    />
                </div>
            </details>
        </>
    );
}
