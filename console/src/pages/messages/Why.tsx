import type { ReactNode } from 'react';
import { Name } from '../../ui/Text';
import type { Reason } from './reasons';

interface Props {
    readonly reason: Reason;
    readonly tone: 'bad' | 'warn';
    /** The code of the provider, to look it up. */
    readonly code?: string | null;
    /** In the words of the provider. */
    readonly detail?: string;
    /** The automatic remedy, shown instead of the user's. */
    readonly children?: ReactNode;
}

/** Shows the reason of a failure or delay, and its remedy. */
export function Why({ reason, tone, code, detail, children }: Props) {
    const said = detail !== undefined && detail !== '';
    return (
        <div className={`notice ${tone} stack tight`}>
            <p>{reason.what}</p>
            <p>{children ?? reason.next}</p>
            {code !== null && code !== undefined && /^\d+$/.test(code) && (
                <p className="small muted">
                    Code {code} of the Cloud API
                    {said && (
                        <>
                            {': '}
                            <Name>{detail}</Name>
                        </>
                    )}
                </p>
            )}
        </div>
    );
}
