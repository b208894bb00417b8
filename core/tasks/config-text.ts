/**
 * A field of a configuration as `name=value`, where the value is JSON if it can be read as such, else a text. Undefined
 * for what has no name.
 */
export function readConfigField(text: string): readonly [string, unknown] | undefined {
  const at = text.indexOf('=')
  if (at < 1) return undefined
  const value = text.slice(at + 1)
  try {
    return [text.slice(0, at), JSON.parse(value)]
  } catch {
    return [text.slice(0, at), value]
  }
}
