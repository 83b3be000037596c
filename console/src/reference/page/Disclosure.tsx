import { type ReactNode, useState } from 'react';

interface DisclosureProps {
    readonly summary: ReactNode;
    readonly open?: boolean;
    readonly className?: string;
    /** Made when it is first opened. */
    readonly children: () => ReactNode;
}

/** Something that is shown on demand, and not made before. */
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
