/** How much, and of what. */
export interface Bar {
    readonly label: string;
    readonly value: number;
}

interface Props {
    readonly label: string;
    readonly unit: string;
    readonly bars: readonly Bar[];
}

const WIDTH = 600;
const HEIGHT = 160;
const GAP = 2;

/** Bars beside each other, and the same as a table for those who do not see them. */
export function BarChart({ label, unit, bars }: Props) {
    const most = Math.max(1, ...bars.map((bar) => bar.value));
    const step = WIDTH / bars.length;
    const sum = bars.reduce((total, bar) => total + bar.value, 0);
    const first = bars.at(0)?.label ?? '';
    const last = bars.at(-1)?.label ?? '';
    return (
        <figure className="stack tight">
            <svg
                className="chart"
                viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
                preserveAspectRatio="none"
                role="img"
                aria-label={`${label} from ${first} to ${last}: ${sum} in total, at most ${most}.`}
            >
                <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} vectorEffect="non-scaling-stroke" />
                {bars.map((bar, index) => {
                    const height = (bar.value / most) * (HEIGHT - 8);
                    return (
                        <rect
                            key={index}
                            x={index * step + GAP / 2}
                            y={HEIGHT - height}
                            width={step - GAP}
                            height={height}
                        >
                            <title>{`${bar.label}: ${bar.value}`}</title>
                        </rect>
                    );
                })}
            </svg>
            <div className="row apart small muted" aria-hidden="true">
                <span>{first}</span>
                <span>{last}</span>
            </div>
            <details>
                <summary>Show as a table</summary>
                <table className="plain">
                    <thead>
                        <tr>
                            <th scope="col">Time</th>
                            <th scope="col">{unit}</th>
                        </tr>
                    </thead>
                    <tbody>
                        {bars.map((bar, index) => (
                            <tr key={index}>
                                <th scope="row">{bar.label}</th>
                                <td>{bar.value}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </details>
        </figure>
    );
}
