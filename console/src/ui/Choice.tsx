import { type ReactNode, useId } from 'react';
import { faultsAt } from '../api/problem';
import { sentence } from './Field';
import { useFormProblem } from './Form';

interface ChoiceProps {
    readonly label: ReactNode;
    readonly hint?: ReactNode;
    readonly checked: boolean;
    readonly onChecked: (checked: boolean) => void;
    readonly disabled?: boolean;
}

/** Yes or no. */
export function Checkbox({ label, hint, checked, onChecked, disabled = false }: ChoiceProps) {
    return (
        <label className="choice">
            <input
                type="checkbox"
                checked={checked}
                disabled={disabled}
                onChange={(event) => {
                    onChecked(event.target.checked);
                }}
            />
            <span>
                {label}
                {hint !== undefined && <span className="hint">{hint}</span>}
            </span>
        </label>
    );
}

interface GroupProps {
    readonly legend: string;
    readonly hint?: ReactNode;
    readonly pointer?: string;
    readonly children: ReactNode;
}

/** Choices that belong together, under one name. */
export function Choices({ legend, hint, pointer, children }: GroupProps) {
    const id = useId();
    const problem = useFormProblem();
    const faults = pointer === undefined ? [] : faultsAt(problem, pointer);
    const described = [hint !== undefined && `${id}-hint`, faults.length > 0 && `${id}-fault`]
        .filter(Boolean)
        .join(' ');
    return (
        <fieldset className="field" aria-describedby={described === '' ? undefined : described}>
            <legend>{legend}</legend>
            {hint !== undefined && (
                <span className="hint" id={`${id}-hint`}>
                    {hint}
                </span>
            )}
            {children}
            {faults.length > 0 && (
                <span className="fault" id={`${id}-fault`}>
                    {faults.map((fault) => sentence(fault.detail)).join(' ')}
                </span>
            )}
        </fieldset>
    );
}

interface RadioProps<T extends string> {
    readonly legend: string;
    readonly hint?: ReactNode;
    readonly pointer?: string;
    readonly value: T;
    readonly onValue: (value: T) => void;
    readonly options: readonly { readonly value: T; readonly label: string; readonly hint?: string }[];
}

/** One of a few, all in sight. */
export function RadioCards<T extends string>({ value, onValue, options, ...group }: RadioProps<T>) {
    const name = useId();
    return (
        <Choices {...group}>
            <div className="cards">
                {options.map((option) => (
                    <label className="choice" key={option.value}>
                        <input
                            type="radio"
                            name={name}
                            checked={option.value === value}
                            onChange={() => {
                                onValue(option.value);
                            }}
                        />
                        <span>
                            {option.label}
                            {option.hint !== undefined && <span className="hint">{option.hint}</span>}
                        </span>
                    </label>
                ))}
            </div>
        </Choices>
    );
}
