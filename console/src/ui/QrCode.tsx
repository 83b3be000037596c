import { encodeQR } from 'qr';
import { useMemo } from 'react';

/** A text as a picture that a phone reads. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
    const { size, path } = useMemo(() => drawn(text), [text]);
    return (
        <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
            <rect width={size} height={size} fill="#fff" />
            <path d={path} fill="#000" />
        </svg>
    );
}

/** One square for each dark module; the library leaves a border around them. */
function drawn(text: string): { size: number; path: string } {
    const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
    const squares = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size: rows.length, path: squares.join('') };
}
