/** CSS colour names that occur in subtitles (WebVTT's and TTML's sets), as hexadecimal numbers. */
const named: Record<string, string> = {
  white: '#ffffff',
  black: '#000000',
  red: '#ff0000',
  lime: '#00ff00',
  green: '#008000',
  blue: '#0000ff',
  yellow: '#ffff00',
  cyan: '#00ffff',
  aqua: '#00ffff',
  magenta: '#ff00ff',
  fuchsia: '#ff00ff',
  silver: '#c0c0c0',
  gray: '#808080',
  grey: '#808080',
  maroon: '#800000',
  purple: '#800080',
  olive: '#808000',
  navy: '#000080',
  teal: '#008080',
  orange: '#ffa500',
}

/** The eight colour classes of WebVTT. */
const vttClasses = ['white', 'lime', 'cyan', 'red', 'yellow', 'magenta', 'blue', 'black']

/** `#rrggbb` of a name or number; undefined for anything else. */
export function hexOf(color: string): string | undefined {
  return /^#[0-9a-f]{6}$/.test(color) ? color : named[color.toLowerCase()]
}

/** The WebVTT class whose colour is exactly this one. */
export function vttClassOf(color: string): string | undefined {
  const hex = hexOf(color)
  return hex === undefined ? undefined : vttClasses.find((name) => named[name] === hex)
}

/** `#rrggbb` of a WebVTT colour class, or of YouTube's (`colorE5E5E5`). */
export function colorOfVttClass(name: string): string | undefined {
  const hex = /^color([0-9a-f]{6})$/i.exec(name)?.[1]
  if (hex !== undefined) return `#${hex.toLowerCase()}`
  return vttClasses.includes(name) ? named[name] : undefined
}
