import { ASS_COLUMNS, eventColumns, namesOf, SSA_COLUMNS, STYLE_COLUMNS } from './columns.ts'
import { writeAss } from './write.ts'
import { LossList } from '../convert.ts'
import type { Cue } from '../../cue/cue.ts'
import { type EmbeddedFont, embeddedFonts } from './embedded-fonts.ts'
import { fontFamilies, fontPieces } from '../../text/fonts.ts'
import { type FormatExtras, hasOwnStyles } from '../format.ts'

/** The styles of a SubStation file, as used to draw its cues. */
export interface FileStyles {
  /** The file's parts, with a head of only what affects drawing. */
  readonly extras: FormatExtras
  readonly fonts: readonly EmbeddedFont[]
  /** The available family of each style. */
  readonly families: ReadonlyMap<string, string>
  /** Names of the embedded fonts, in lower case. */
  readonly brought: ReadonlySet<string>
}

/** Longer heads draw nothing that differs visibly. */
const LONGEST_HEAD = 1_000_000

/**
 * Drawing data of a file; undefined without styles. Fonts that it names but does not embed are replaced by the bundled
 * ones, so that player and burned-in video agree.
 */
export function fileStylesOf(extras: FormatExtras): FileStyles | undefined {
  if (!hasOwnStyles(extras.format)) return undefined
  const sections = sectionsOf(extras)
  const fonts = embeddedFonts(sections.fonts)
  const brought = new Set(fonts.flatMap(({ names }) => names))
  const styles = new StyleLines(brought)
  const styleLines = sections.styles.map((line) => styles.read(line))
  if (styles.families.size === 0) styleLines.push(styles.read(`Format: ${STYLE_COLUMNS}`), styles.read(NO_STYLE))
  const isSsa = extras.format === 'ssa'
  const columns = eventColumns(extras.head, isSsa ? SSA_COLUMNS : ASS_COLUMNS)
  const head = [
    ...['[Script Info]', ...sections.info, '', isSsa ? '[V4 Styles]' : '[V4+ Styles]', ...styleLines],
    ...['', '[Events]', `Format: ${columns.names.join(', ')}`],
  ].join('\n')
  if (head.length > LONGEST_HEAD) return undefined
  return { extras: { ...extras, head, before: new Map(), tail: '' }, fonts, families: styles.families, brought }
}

/** What libass takes for a file without styles. */
const NO_STYLE =
  'Style: Default,Arial,18,&H00FFFFFF,&H0000FFFF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,2,3,2,20,20,20,1'

/** Lines of the sections that affect drawing, anywhere in the file. */
function sectionsOf({ head, before, tail }: FormatExtras): { info: string[]; styles: string[]; fonts: string[] } {
  const sections = { info: [] as string[], styles: [] as string[], fonts: [] as string[] }
  let lines: string[] | undefined
  for (const line of [head, ...before.values(), tail].join('\n').split('\n')) {
    const name = /^\s*\[([^\]]*)\]\s*$/.exec(line)?.[1]?.trim().toLowerCase()
    if (name !== undefined && !isFontData(lines === sections.fonts, line)) {
      const { info, styles, fonts } = sections
      lines = name === 'script info' ? info : name.endsWith('styles') ? styles : name === 'fonts' ? fonts : undefined
    } else if (line.trim() !== '') lines?.push(line)
  }
  return sections
}

/** A full line of font data may look like a section name. */
const isFontData = (isInFonts: boolean, line: string): boolean => isInFonts && line.length === 80

/** Reads style lines and assigns each an available font. */
class StyleLines {
  readonly families = new Map<string, string>()
  private readonly brought: ReadonlySet<string>
  private columns = namesOf(STYLE_COLUMNS)

  constructor(brought: ReadonlySet<string>) {
    this.brought = brought
  }

  read(line: string): string {
    const format = /^\s*Format:(.*)$/i.exec(line)?.[1]
    if (format !== undefined) this.columns = namesOf(format)
    const [whole, key = '', value = ''] = /^(\s*Style:\s*)(.*)$/i.exec(line) ?? []
    if (whole === undefined) return line
    const values = value.split(',')
    const at = this.columns.indexOf('fontname')
    const family = familyFor(values[at] ?? '', this.brought)
    if (at >= 0) values[at] = family
    this.families.set(styleName(values[this.columns.indexOf('name')]), family)
    return key + values.join(',')
  }
}

const styleName = (name = ''): string => name.trim().replace(/^\*/, '')

/** Replacement families with the letter widths of common fonts, so that rows break as before. */
const sameWidths = {
  arial: 'Arimo',
  helvetica: 'Arimo',
  'liberation sans': 'Arimo',
  'times new roman': 'Tinos',
  times: 'Tinos',
  'liberation serif': 'Tinos',
  'courier new': 'Cousine',
  courier: 'Cousine',
  'liberation mono': 'Cousine',
}

/** For unknown names. */
const SUBSTITUTE = 'DejaVu Sans'
const had: ReadonlyMap<string, string> = new Map([
  ...[...fontFamilies, ...Object.values(sameWidths), 'Noto Sans Thai', 'Noto Emoji', ...machineFamilies()].map(
    (name) => [name.toLowerCase(), name] as const,
  ),
  ...Object.entries(sameWidths),
])

function machineFamilies(): string[] {
  return ['Sans', 'Serif'].flatMap((kind) => ['SC', 'TC', 'HK', 'JP', 'KR'].map((form) => `Noto ${kind} CJK ${form}`))
}

/** The family for a name; a leading `@` rotates letters for vertical text. */
function familyFor(name: string, brought: ReadonlySet<string>): string {
  const turned = name.trim().startsWith('@') ? '@' : ''
  const wanted = name.trim().slice(turned.length)
  if (brought.has(wanted.toLowerCase())) return turned + wanted
  return turned + (had.get(wanted.toLowerCase()) ?? SUBSTITUTE)
}

/** The script that draws cues in their file's styles: an unedited one unchanged, an edited one in its style. */
export function writeFileAss(cues: readonly Cue[], styles: FileStyles, language: string): string {
  const { extras } = styles
  const { head, format } = extras
  const script = writeAss(cues, extras, new Map(), new LossList(), format)
  const columns = eventColumns(head, ASS_COLUMNS)
  const events = script.slice(head.length + 1).split('\n')
  const drawn = events.map((line) => {
    const { prefix, values, text } = cutEvent(line, columns.count)
    if (prefix === '') return line
    const family = familyOfStyle(styles, styleName(values[columns.style]))
    return prefix + withFonts(text, { styles, family, language })
  })
  return [head, ...drawn].join('\n')
}

/** A line up to its text, and the text. */
function cutEvent(line: string, count: number): { prefix: string; values: string[]; text: string } {
  let at = line.indexOf(':') + 1
  const first = at
  for (let passed = 1; passed < count && at > 0; passed++) at = line.indexOf(',', at) + 1
  return { prefix: line.slice(0, at), values: line.slice(first, at).split(','), text: line.slice(at) }
}

function familyOfStyle({ families }: FileStyles, name: string): string {
  return families.get(name) ?? families.get('Default') ?? families.values().next().value ?? SUBSTITUTE
}

interface FontParts {
  readonly styles: FileStyles
  /** The family of the line's style. */
  readonly family: string
  readonly language: string
}

/** Replaces font names with available families, and sets those of other scripts. */
function withFonts(text: string, { styles, family, language }: FontParts): string {
  const { brought } = styles
  let [base, now] = [family, family]
  let isOpen = false
  // A brace ends the search for a closing one, so that unclosed ones are cheap.
  return text.replace(/\{[^{}]*\}|[^{]+|\{/g, (part) => {
    if (isOpen || part === '{') {
      isOpen = !part.includes('}')
      return part
    }
    if (!part.startsWith('{')) return brought.has(bare(now)) ? part : pieced(part, now, language)
    return part.replace(/\\(fn|r)([^\\}]*)/g, (_, tag: string, value: string) => {
      if (tag === 'r') {
        base = value.trim() === '' ? family : (styles.families.get(value.trim()) ?? family)
        now = base
        return `\\r${value}`
      }
      now = value.trim() === '' || value.trim() === '0' ? base : familyFor(value, brought)
      return `\\fn${now}`
    })
  })
}

const bare = (family: string): string => family.replace(/^@/, '').toLowerCase()

function pieced(text: string, family: string, language: string): string {
  return fontPieces(text, { family, language })
    .map((piece) => (piece.family === undefined ? piece.text : `{\\fn${piece.family}}${piece.text}{\\fn${family}}`))
    .join('')
}
