import type { ReactNode } from 'react';

/** What a column is called, and what it shows of a row. */
export interface Column<T> {
    readonly name: string;
    readonly shows: (row: T) => ReactNode;
    readonly number?: boolean;
}

interface Props<T> {
    /** What the table is about, for those who hear it. */
    readonly label: string;
    readonly columns: readonly Column<T>[];
    readonly rows: readonly T[];
    readonly id: (row: T) => string;
}

/** Things of one kind under each other; the first column names them. The roles keep it a table where a phone shows cards. */
export function Table<T>({ label, columns, rows, id }: Props<T>) {
    return (
        <div className="panel">
            <table className="table" role="table" aria-label={label}>
                <thead role="rowgroup">
                    <tr role="row">
                        {columns.map((column) => (
                            <th
                                key={column.name}
                                role="columnheader"
                                scope="col"
                                className={column.number ? 'number' : undefined}
                            >
                                {column.name}
                            </th>
                        ))}
                    </tr>
                </thead>
                <tbody role="rowgroup">
                    {rows.map((row) => (
                        <tr key={id(row)} role="row">
                            {columns.map((column, index) => cell(column, row, index === 0))}
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

function cell<T>(column: Column<T>, row: T, first: boolean) {
    if (first) {
        return (
            <th key={column.name} role="rowheader" scope="row">
                {column.shows(row)}
            </th>
        );
    }
    return (
        <td key={column.name} role="cell" data-label={column.name} className={column.number ? 'number' : undefined}>
            <div>{column.shows(row)}</div>
        </td>
    );
}
