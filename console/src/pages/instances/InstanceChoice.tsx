import { type ReactNode, useState } from 'react';
import type { Instance } from '../../api/types';
import { Select } from '../../ui/Field';
import { Empty, Loaded } from '../../ui/Loaded';
import { useInstances } from './calls';

type Child = (instance: string, choice: ReactNode) => ReactNode;

interface Props {
    /** The provider of the instances that may be chosen; all if it is left out. */
    readonly only?: Instance['provider'];
    readonly children: Child;
}

/** A form that needs an instance: shown with the choice of one, once there is one. */
export function InstanceChoice({ only, children }: Props) {
    return (
        <Loaded query={useInstances()}>
            {({ pages }) => {
                const all = pages
                    .flatMap(({ data }) => data)
                    .filter(({ provider }) => only === undefined || provider === only);
                return all[0] === undefined ? (
                    <Empty title="No instances yet" />
                ) : (
                    <Chosen instances={all} first={all[0].id}>
                        {children}
                    </Chosen>
                );
            }}
        </Loaded>
    );
}

interface ChosenProps {
    readonly instances: readonly Instance[];
    readonly first: string;
    readonly children: Child;
}

function Chosen({ instances, first, children }: ChosenProps) {
    const [instance, setInstance] = useState(first);
    return children(
        instance,
        <Select
            label="Instance"
            pointer="/instance_id"
            value={instance}
            onValue={setInstance}
            options={instances.map(({ id, name }) => ({ value: id, label: name }))}
        />,
    );
}
