import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

interface TabsProps {
    readonly label: string;
    readonly names: readonly string[];
    readonly chosen: number;
    readonly choose: (index: number) => void;
    readonly children: ReactNode;
}

/** One of several panels, chosen by arrow keys (WAI-ARIA Authoring Practices, tabs). */
export function Tabs({ label, names, chosen, choose, children }: TabsProps) {
    const id = useId();
    const list = useRef<HTMLDivElement>(null);

    function move(event: KeyboardEvent) {
        const steps: Record<string, number> = {
            ArrowRight: (chosen + 1) % names.length,
            ArrowLeft: (chosen + names.length - 1) % names.length,
            Home: 0,
            End: names.length - 1,
        };
        const next = steps[event.key];
        if (next !== undefined) {
            event.preventDefault();
            choose(next);
            list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
        }
    }

    return (
        <div className="ref-tabs">
            <div role="tablist" aria-label={label} ref={list} onKeyDown={move}>
                {names.map((name, index) => (
                    <button
                        key={index}
                        type="button"
                        role="tab"
                        id={`${id}-${index}`}
                        aria-selected={index === chosen}
                        aria-controls={`${id}-panel`}
                        tabIndex={index === chosen ? 0 : -1}
                        onClick={() => {
                            choose(index);
                        }}
                    >
                        {name}
                    </button>
                ))}
            </div>
            <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
                {children}
            </div>
        </div>
    );
}
