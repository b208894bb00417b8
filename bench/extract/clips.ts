/** Clips with subtitles burned in by ffmpeg in several looks, with their texts and times. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LanguageCode } from '#core/domain/languages.ts'
import { type Cue, makeCue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSubtitleBytes } from '#core/subtitle/formats/file.ts'
import { plainText } from '#core/subtitle/text/markup.ts'
import { assTime } from '#core/subtitle/formats/ass/write.ts'
import { ownLines } from './lines.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, '.cache', 'bench', 'extract')
const fonts = join(folder, 'fonts')
const RATE = 25
export const FRAME_MS = 1000 / RATE

export interface Clip {
  readonly name: string
  readonly path: string
  readonly language: LanguageCode
  /** Of the picture, in pixels. */
  readonly height: number
  readonly cues: readonly Cue[]
}

/** How lines are drawn, by libass, in a picture of 288 lines; what is behind them; the size of the picture. */
interface Look {
  readonly style: string
  readonly behind: string
  readonly size: readonly [number, number]
}

const looks: Readonly<Record<string, Look>> = {
  outline: {
    style: 'FontName=Noto Sans,Fontsize=18,Outline=1.4,Shadow=0',
    behind: 'outdoor-man-14s.mp4',
    size: [640, 360],
  },
  bold: {
    style: 'FontName=DejaVu Sans,Bold=1,Fontsize=16,Outline=1,Shadow=1',
    behind: 'pancake-10s.mkv',
    size: [640, 360],
  },
  yellow: {
    style: 'FontName=Noto Sans SemiBold,Fontsize=17,PrimaryColour=&H0000F0FF,Outline=1.2,Shadow=0',
    behind: 'earth-30s.mov',
    size: [640, 360],
  },
  serif: {
    style: 'FontName=DejaVu Serif,Fontsize=16,Outline=1.2,Shadow=0.8',
    behind: 'trailer-chrome-30s.webm',
    size: [640, 360],
  },
  box: {
    style: 'FontName=Noto Sans,Fontsize=16,BorderStyle=3,Outline=2,OutlineColour=&H60000000,Shadow=0',
    behind: 'green-screen-man-24s.mp4',
    size: [1280, 720],
  },
}

/** Durations of a clip's cues in frames, and the pauses between, in rotation; some have none. */
const STANDS = [48, 34, 60, 41, 55]
const PAUSES = [12, 0, 5, 20, 0, 3]
const LINES_A_CLIP = 16

/** Text beside the lines, in milliseconds; with the codes of ASS that place and draw it. */
export interface Overlay {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Content of a clip. */
interface Burn {
  readonly name: string
  readonly language: LanguageCode
  readonly look: string
  readonly cues: readonly Cue[]
  readonly overlays?: readonly Overlay[]
}

export const lookNames: readonly string[] = Object.keys(looks)

/** Clips of some or all languages from the test data: English of a video, other languages of own lines. */
export async function burnedClips(data: string, only?: readonly string[]): Promise<Clip[]> {
  const isWanted = (language: string): boolean => only?.includes(language) ?? true
  const lines = isWanted('en') ? await subtitleLines(join(data, 'subs/srt/lalaland.srt')) : []
  const clips = (lines.length > 0 ? lookNames : []).map((look, at) => {
    const cues = timed(lines.slice(at * LINES_A_CLIP, (at + 1) * LINES_A_CLIP))
    return burnedCues(data, { name: `en-${look}`, language: 'en', look, cues })
  })
  for (const [language, lines] of Object.entries(ownLines).filter(([language]) => isWanted(language)))
    for (let at = 0; at * LINES_A_CLIP < lines.length; at++) {
      const look = lookNames[at % lookNames.length] ?? ''
      const cues = timed(lines.slice(at * LINES_A_CLIP, (at + 1) * LINES_A_CLIP))
      clips.push(burnedCues(data, { name: `${language}-${look}`, language: language as LanguageCode, look, cues }))
    }
  return clips
}

const fontFiles = {
  'NotoSans.ttf': '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  'NotoSansSemi.ttf': '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  'NotoSansThai.ttf': '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  'DejaVuBold.ttf': 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  'DejaVuSerif.ttf': 'dejavu-fonts-ttf/ttf/DejaVuSerif.ttf',
}

function keepFonts(): void {
  mkdirSync(fonts, { recursive: true })
  for (const [name, path] of Object.entries(fontFiles))
    copyFileSync(join(root, 'node_modules', path), join(fonts, name))
}

/** Scripts that one font alone has. */
const onlyFonts: Partial<Record<LanguageCode, string>> = { th: 'Noto Sans Thai', hi: 'Noto Sans' }

/** Cues from the whole length of a video, with letters that are drawn as written. */
async function subtitleLines(path: string): Promise<string[]> {
  const { cues } = await readSubtitleBytes(readFileSync(path), sequentialIds('film-'))
  const texts = cues.map(({ text }) => plainText(text)).filter((text) => /^[ -~\n]{2,90}$/.test(text))
  const wanted = lookNames.length * LINES_A_CLIP
  const step = Math.floor(texts.length / wanted)
  return Array.from({ length: wanted }, (_, at) => texts[at * step] ?? '')
}

/** A clip by its description, remade only if the description changed. */
export function burnedCues(data: string, { name, language, look: lookName, cues, overlays = [] }: Burn): Clip {
  const look = looks[lookName]
  if (!look) throw new Error(`No look for ${name}`)
  keepFonts()
  const path = join(folder, `${name}.mp4`)
  const [width, height] = look.size
  const clip = { name, path, language, height, cues }
  const ass = assOf(
    [...cues, ...overlays],
    look.style.replace(/FontName=[^,]+/, (font) => `FontName=${onlyFonts[language] ?? font.slice(9)}`),
  )
  const kept = join(folder, `${name}.ass`)
  const made = `${ass}${JSON.stringify(look)}`
  if (existsSync(path) && existsSync(`${kept}.made`) && readFileSync(`${kept}.made`, 'utf8') === made) return clip
  writeFileSync(kept, ass)
  const seconds = ((cues.at(-1)?.end ?? 0) + 1000) / 1000
  const filters = [
    `fps=${RATE}`,
    `scale=${width}:${height}:force_original_aspect_ratio=increase,crop=${width}:${height}`,
    `ass=${kept}:fontsdir=${fonts}`,
  ]
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-nostdin', '-y', '-stream_loop', '-1', '-i', join(data, 'video', look.behind), '-an'],
    ...['-t', String(seconds), '-vf', filters.join(','), '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23'],
    ...['-pix_fmt', 'yuv420p', path],
  ])
  writeFileSync(`${kept}.made`, made)
  return clip
}

/** The cues as ASS in a look; unlike the SubRip filter, the ASS one draws every script as written. */
function assOf(cues: readonly Overlay[], style: string): string {
  const chosen = new Map(style.split(',').map((field) => field.split('=') as [string, string]))
  const usual = { PrimaryColour: '&H00FFFFFF', OutlineColour: '&H00000000', BackColour: '&H00000000' }
  const rest = { ScaleX: '100', ScaleY: '100', BorderStyle: '1', Alignment: '2', MarginV: '14', Encoding: '-1' }
  const fields = { Name: 'Default', ...usual, ...rest, ...Object.fromEntries(chosen) }
  return [
    ...['[Script Info]', 'ScriptType: v4.00+', 'PlayResX: 384', 'PlayResY: 288', 'ScaledBorderAndShadow: yes', ''],
    ...['[V4+ Styles]', `Format: ${Object.keys(fields).join(', ')}`, `Style: ${Object.values(fields).join(',')}`, ''],
    ...['[Events]', 'Format: Layer, Start, End, Style, Text'],
    ...cues.map(({ start, end, text }) => {
      const written = text.replaceAll('\n', '\\N')
      return `Dialogue: 0,${assTime(start)},${assTime(end)},Default,${written}`
    }),
    '',
  ].join('\n')
}

/** Cues from the first second on, with frame durations and pauses in rotation. */
export function timed(
  lines: readonly string[],
  stands: readonly number[] = STANDS,
  pauses: readonly number[] = PAUSES,
): Cue[] {
  const newId = sequentialIds('true-')
  let frame = RATE
  return lines.map((text, at) => {
    const first = frame
    const end = first + (stands[at % stands.length] ?? 0)
    frame = end + (pauses[at % pauses.length] ?? 0)
    return makeCue(newId(), first * FRAME_MS, end * FRAME_MS, text)
  })
}
