/**
 * The parts of a filter in an address. An unknown choice means all, as an empty text does: an address may be old, or
 * typed.
 */
export function filterIn<N extends string>(
  query: URLSearchParams,
  names: readonly N[],
  choices: Partial<Record<N, readonly string[]>>,
): Record<N, string> {
  const parts = names.map((name) => {
    const value = query.get(name) ?? ''
    return [name, choices[name]?.includes(value) === false ? '' : value]
  })
  return Object.fromEntries(parts) as Record<N, string>
}
