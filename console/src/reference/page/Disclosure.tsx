import { type ReactNode, useState } from 'react';

interface DisclosureProps {
    readonly summary: ReactNode;
    readonly open?: boolean;
    readonly className?: string;
    /** Rendered when it is first opened. */
    readonly children: () => ReactNode;
}

/** Content that is shown on demand, and not rendered before. */
export function Disclosure({ summary, open = false, className, children }: DisclosureProps) {
    const [opened, setOpened] = useState(open);
    return (
        <details
            className={className}
            open={open}
            onToggle={(event) => {
                if (event.currentTarget.open) {
                    setOpened(true);
                }
            }}
        >
            <summary>{summary}</summary>
            {opened && children()}
        </details>
    );
}
