import { type ReactNode, createContext, useContext, useEffect, useRef } from 'react';
import { Button } from './Button';
import { ProblemNotice } from './ProblemNotice';

const FormContext = createContext<unknown>(null);

/** The problem of the form around this field. */
export function useFormProblem(): unknown {
    return useContext(FormContext);
}

interface Props {
    readonly onSubmit: () => void;
    readonly problem: unknown;
    readonly busy: boolean;
    readonly submit: string;
    readonly children: ReactNode;
    /** Beside the button that sends it. */
    readonly beside?: ReactNode;
}

/** A form: all faults are at the top, and each fault is at its field as well. */
export function Form({ onSubmit, problem, busy, submit, children, beside }: Props) {
    const form = useRef<HTMLFormElement>(null);
    useEffect(() => {
        if (problem !== null && problem !== undefined) {
            const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
            (wrong ?? form.current?.querySelector<HTMLElement>('[role="alert"]'))?.focus();
        }
    }, [problem]);
    return (
        <FormContext.Provider value={problem}>
            <form
                ref={form}
                className="form"
                noValidate
                onSubmit={(event) => {
                    event.preventDefault();
                    if (!busy) {
                        onSubmit();
                    }
                }}
            >
                <ProblemNotice problem={problem} />
                {children}
                <div className="row">
                    <Button type="submit" look="primary" busy={busy}>
                        {submit}
                    </Button>
                    {beside}
                </div>
            </form>
        </FormContext.Provider>
    );
}
