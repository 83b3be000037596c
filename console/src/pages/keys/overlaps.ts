/** How long an old secret stays valid after a rotation. */
export const OVERLAPS = [
    { value: 'PT0S', label: 'No: it ends at once' },
    { value: 'PT1H', label: 'For an hour' },
    { value: 'PT24H', label: 'For a day' },
    { value: 'P7D', label: 'For 7 days' },
];
