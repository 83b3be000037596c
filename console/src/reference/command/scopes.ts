/** The scopes of an operation that are not held; `write` of a resource implies its `read`, and nothing else implies anything. */
export function missingScopes(needed: readonly string[], held: readonly string[]): readonly string[] {
    const known = new Set(held);
    return needed.filter((scope) => !known.has(scope) && !known.has(scope.replace(/:read$/, ':write')));
}
