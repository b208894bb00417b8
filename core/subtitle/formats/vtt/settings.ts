/** A cue's position by its WebVTT settings; with the standard's defaults. */
export interface VttSettings {
  readonly region: string
  readonly vertical: '' | 'rl' | 'lr'
  readonly line: number | 'auto'
  readonly snapToLines: boolean
  readonly lineAlign: 'start' | 'center' | 'end'
  readonly position: number | 'auto'
  readonly positionAlign: 'auto' | 'line-left' | 'center' | 'line-right'
  readonly size: number
  readonly align: 'start' | 'center' | 'end' | 'left' | 'right'
}

const defaults: VttSettings = {
  region: '',
  vertical: '',
  line: 'auto',
  snapToLines: true,
  lineAlign: 'start',
  position: 'auto',
  positionAlign: 'auto',
  size: 100,
  align: 'center',
}

/** WebVTT, "parse the WebVTT cue settings": unknown settings are skipped. */
export function parseVttSettings(text: string, regions: ReadonlySet<string>): VttSettings {
  let settings = defaults
  for (const setting of text.split(/[ \t\n\f\r]+/)) {
    const colon = setting.indexOf(':')
    if (colon <= 0 || colon === setting.length - 1) continue
    const change = readSetting(setting.slice(0, colon), setting.slice(colon + 1), regions)
    if (change) settings = { ...settings, ...change }
  }
  // A cue with a line, size or direction does not scroll in a region.
  if (settings.line !== 'auto' || settings.size !== 100 || settings.vertical !== '') {
    settings = { ...settings, region: '' }
  }
  return settings
}

function readSetting(name: string, value: string, regions: ReadonlySet<string>): Partial<VttSettings> | undefined {
  switch (name) {
    case 'region':
      return { region: regions.has(value) ? value : '' }
    case 'vertical':
      return value === 'rl' || value === 'lr' ? { vertical: value } : undefined
    case 'line':
      return readLine(value)
    case 'position':
      return readPosition(value)
    case 'size': {
      const size = percentage(value)
      return size === undefined ? undefined : { size }
    }
    case 'align':
      return value === 'start' || value === 'center' || value === 'end' || value === 'left' || value === 'right'
        ? { align: value }
        : undefined
    default:
      return undefined
  }
}

function readLine(value: string): Partial<VttSettings> | undefined {
  const [place = '', align, ...more] = value.split(',')
  if (more.length || !(align === undefined || align === 'start' || align === 'center' || align === 'end')) {
    return undefined
  }
  const lineAlign: Partial<VttSettings> = align === undefined ? {} : { lineAlign: align }
  if (place.endsWith('%')) {
    const line = percentage(place)
    return line === undefined ? undefined : { line, snapToLines: false, ...lineAlign }
  }
  return /^-?\d+(?:\.\d+)?$/.test(place) ? { line: Number(place), snapToLines: true, ...lineAlign } : undefined
}

function readPosition(value: string): Partial<VttSettings> | undefined {
  const [place = '', align, ...more] = value.split(',')
  const known = align === undefined || align === 'line-left' || align === 'center' || align === 'line-right'
  const position = percentage(place)
  if (more.length || !known || position === undefined) return undefined
  return align === undefined ? { position } : { position, positionAlign: align }
}

/** WebVTT, "parse a percentage string": 0 to 100. */
function percentage(text: string): number | undefined {
  if (!/^\d+(?:\.\d+)?%$/.test(text)) return undefined
  const value = Number(text.slice(0, -1))
  return value <= 100 ? value : undefined
}
