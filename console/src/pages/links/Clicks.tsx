import { useMemo, useState } from 'react';
import { BarChart } from '../../ui/BarChart';
import { Select } from '../../ui/Field';
import { Loaded } from '../../ui/Loaded';
import { useLinkStatistics } from './calls';
import { SPANS, type Span, barsOf, startOf } from './clicks';

const OPTIONS = SPANS.map(({ value, label }) => ({ value, label }));

/** The clicks on a link, as a chart and in figures. */
export function Clicks({ id }: { readonly id: string }) {
    const [chosen, setChosen] = useState<Span['value']>('30d');
    const span = SPANS.find((each) => each.value === chosen) ?? SPANS[1];
    const now = useMemo(() => new Date(), []);
    const statistics = useLinkStatistics(id, span.interval, startOf(span, now).toISOString());
    return (
        <section className="stack tight" aria-labelledby="clicks">
            <h2 id="clicks">Clicks</h2>
            <div className="panel padded stack">
                <div className="row apart">
                    <Loaded query={statistics}>
                        {({ totals }) => (
                            <dl className="figures">
                                <div>
                                    <dt>Clicks</dt>
                                    <dd>{totals.clicks.toLocaleString()}</dd>
                                </div>
                                <div>
                                    <dt>Unique visitors</dt>
                                    <dd>{totals.uniques.toLocaleString()}</dd>
                                    <dd className="hint">Each visitor counts once per day.</dd>
                                </div>
                            </dl>
                        )}
                    </Loaded>
                    <Select
                        label="Time"
                        options={OPTIONS}
                        value={chosen}
                        onValue={(value) => {
                            setChosen(value as Span['value']);
                        }}
                    />
                </div>
                {statistics.data !== undefined && (
                    <BarChart label="Clicks" unit="Clicks" bars={barsOf(statistics.data, span, now)} />
                )}
            </div>
        </section>
    );
}
