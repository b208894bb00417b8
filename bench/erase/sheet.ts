/** A sheet of clips to look at: a frame of each before the task, and beside it what came out. */
import { execFileSync } from 'node:child_process'

interface Sheeted {
  readonly name: string
  readonly source: string
  readonly result: { readonly path: string } | { readonly fault: string }
}

const CELL = { width: 200, height: 112 }
const TITLE = 20
const PAIRS_IN_A_ROW = 4

export function drawSheet(clips: readonly Sheeted[], output: string): void {
  const inputs = clips.flatMap(({ source, result }) => [
    ...['-ss', '1', '-i', source],
    ...('path' in result
      ? ['-ss', '1', '-i', result.path]
      : ['-f', 'lavfi', '-i', `color=c=0x202020:s=${CELL.width}x${CELL.height}`]),
  ])
  const cells = clips.flatMap(({ name, result }, at) => [
    `[${2 * at}:v]${cell(name)}[s${2 * at}]`,
    `[${2 * at + 1}:v]${cell('')}${'fault' in result ? `,${written(sentence(result.fault), CELL.height / 2)}` : ''}[s${2 * at + 1}]`,
  ])
  const joined = cells.map((_, at) => `[s${at}]`).join('')
  const rows = Math.ceil(clips.length / PAIRS_IN_A_ROW)
  const tiled = `${joined}concat=n=${cells.length},tile=${2 * PAIRS_IN_A_ROW}x${rows}:padding=4:margin=4[sheet]`
  const args = [
    '-v',
    'error',
    '-y',
    '-nostdin',
    ...inputs,
    '-filter_complex',
    `${cells.join(';')};${tiled}`,
    '-map',
    '[sheet]',
  ]
  execFileSync('ffmpeg', [...args, '-frames:v', '1', output])
}

/** One frame under its name. */
function cell(name: string): string {
  const { width, height } = CELL
  const scaled = `scale=${width}:${height},setsar=1,trim=end_frame=1,setpts=0,pad=${width}:${height + TITLE}:0:${TITLE}`
  return name === '' ? scaled : `${scaled},${written(name, 4)}`
}

function written(text: string, y: number): string {
  const plain = text.replaceAll(/[':\\,%]/g, ' ')
  return `drawtext=text='${plain}':x=4:y=${y}:fontsize=12:fontcolor=white`
}

/** The first sentence of a message. */
const sentence = (message: string): string => message.split(/[.,]/)[0] ?? message
