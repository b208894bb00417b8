/** Seeded random numbers: every run measures equal files. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const english =
  'the quick brown fox jumps over a lazy dog while we talk about what it means to keep good time and never lose a word'.split(
    ' ',
  )
const chinese = '我们今天要讨论这个问题这是什么意思我不知道你说得对谢谢再见明天见'

/** Cues of a long video and more: 30 % Chinese, 35 % with two lines of text, some tags, consecutive. */
export function makeCorpus(count: number): { start: number; end: number; text: string }[] {
  const random = seeded(7)
  const row = () => {
    if (random(10) < 3) return chinese.slice(random(10), 14 + random(18))
    const words = Array.from({ length: 5 + random(5) }, () => english[random(english.length)]!)
    return words.join(' ')
  }
  const cues: { start: number; end: number; text: string }[] = []
  let at = 1000
  for (let i = 0; i < count; i++) {
    const length = 900 + random(2400)
    const text = random(100) < 35 ? `${row()}\n${row()}` : row()
    cues.push({ start: at, end: at + length, text: random(20) === 0 ? `<i>${text}</i>` : text })
    at += length + 40 + random(900)
  }
  return cues
}

const two = (value: number) => String(value).padStart(2, '0')
const stamp = (ms: number, sign: string) =>
  `${two(Math.floor(ms / 3_600_000))}:${two(Math.floor(ms / 60_000) % 60)}:${two(Math.floor(ms / 1000) % 60)}${sign}${String(ms % 1000).padStart(3, '0')}`

export function srtOf(cues: readonly { start: number; end: number; text: string }[]): string {
  return cues
    .map(({ start, end, text }, at) => `${at + 1}\n${stamp(start, ',')} --> ${stamp(end, ',')}\n${text}\n\n`)
    .join('')
}

export function assOf(cues: readonly { start: number; end: number; text: string }[]): string {
  const time = (ms: number) => stamp(Math.round(ms / 10) * 10, '.').slice(1, -1)
  const events = cues.map(
    ({ start, end, text }) =>
      `Dialogue: 0,${time(start)},${time(end)},Default,,0,0,0,,${text.replace(/<(\/?)i>/g, (_, close) => `{\\i${close ? 0 : 1}}`).replaceAll('\n', '\\N')}`,
  )
  return [
    '[Script Info]',
    'ScriptType: v4.00+',
    '',
    '[V4+ Styles]',
    'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding',
    'Style: Default,Arial,20,&H00FFFFFF,&H0000FFFF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,2,2,2,10,10,10,0',
    '',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    ...events,
    '',
  ].join('\n')
}
