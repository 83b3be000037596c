/** What is separated by spaces, commas or lines. */
export function words(text: string): string[] {
    return text.split(/[\s,]+/).filter((word) => word !== '');
}
