import { type FrameRate, nearestFrame } from '../../../domain/frames.ts'
import { captionRows } from './cea608-write.ts'
import { COLUMNS } from './cea608-codes.ts'
import type { Letter } from '../cell-rows.ts'
import { command, justify, serviceBytes } from './cea708-codes.ts'
import { inTimeOrder, LossList } from '../convert.ts'
import type { Cue } from '../../cue/cue.ts'
import { plainStyle, sameStyle, type TextStyle } from '../../text/styled.ts'

/** Bytes of a service per frame, leaving room for showing and hiding windows. */
const MOST_BYTES = 24
const WINDOWS = 0xff

/**
 * CEA-708 captions of cues by frame: hidden windows are filled and then shown, alternating. Rows, letters and colours are
 * CEA-608's, which counts the losses.
 */
export function sendWindows(cues: readonly Cue[], rate: FrameRate): Map<number, number[]> {
  const frames = new Map<number, number[]>()
  const say = (frame: number, bytes: readonly number[]): void => {
    frames.set(frame, [...(frames.get(frame) ?? []), ...bytes])
  }
  const uncounted = new LossList()
  let free = 0
  let hides: number | undefined
  let window = 0
  for (const [index, cue] of inTimeOrder(cues, uncounted)) {
    const { rows, align } = captionRows(cue.text, 'mcc', index, uncounted)
    if (rows.length === 0) continue
    const parts = inFrames(windowOf(window, rows, align))
    const shown = Math.max(free + parts.length, nearestFrame(cue.start, rate))
    if (hides !== undefined && hides < shown) say(hides, [command.hideWindows, WINDOWS])
    for (const [at, bytes] of parts.entries()) say(shown - parts.length + at, bytes)
    say(shown, [command.hideWindows, 1 << (1 - window), command.showWindows, 1 << window])
    free = shown + 1
    hides = Math.max(free, nearestFrame(cue.end, rate))
    window = 1 - window
  }
  if (hides !== undefined) say(hides, [command.hideWindows, WINDOWS])
  return frames
}

/** Commands that create a hidden window with rows. */
function windowOf(index: number, rows: readonly (readonly Letter[])[], align: number): number[][] {
  const down = [99, 50, 0][Math.floor((align - 1) / 3)] ?? 99
  const right = [0, 50, 99][(align - 1) % 3] ?? 50
  const anchor = 3 * (2 - Math.floor((align - 1) / 3)) + ((align - 1) % 3)
  const side = [justify.left, justify.centre, justify.right][(align - 1) % 3] ?? justify.centre
  const commands = [
    [command.deleteWindows, 1 << index],
    [command.defineWindow + index, 0, 0x80 | down, right, (anchor << 4) | (rows.length - 1), COLUMNS - 1, 0],
    // Nothing behind the window; rows come from below.
    [command.windowStyle, 0xc0, 0, 0x0c | side, 0],
  ]
  let style: TextStyle | undefined
  for (const [at, row] of rows.entries()) {
    commands.push([command.penPlace, at, 0])
    for (const each of row) {
      if (style === undefined || (each.letter !== ' ' && !sameStyle(style, each.style))) {
        style = each.letter === ' ' ? plainStyle : each.style
        commands.push(...penOf(style))
      }
      commands.push([...(serviceBytes(each.letter) ?? serviceBytes('-') ?? [])])
    }
  }
  return commands
}

/** Letters of standard size on black, in a style. */
function penOf({ italic, underline, color }: TextStyle): number[][] {
  const parts = /^#(..)(..)(..)$/.exec(color ?? '')?.slice(1) ?? ['ff', 'ff', 'ff']
  const [red = 3, green = 3, blue = 3] = parts.map((part) => Math.round(Number.parseInt(part, 16) / 85))
  return [
    [command.penStyle, 0x05, (italic ? 0x80 : 0) | (underline ? 0x40 : 0)],
    [command.penColor, (red << 4) | (green << 2) | blue, 0, 0],
  ]
}

/** As many whole commands as one frame takes. */
function inFrames(commands: readonly (readonly number[])[]): number[][] {
  const frames: number[][] = [[]]
  for (const each of commands) {
    const last = frames.at(-1)
    if (last && last.length + each.length <= MOST_BYTES) last.push(...each)
    else frames.push([...each])
  }
  return frames
}

/** A packet of the first service, of an even number of bytes; `counter` counts packets. */
export function servicePacket(bytes: readonly number[], counter: number): number[] {
  const whole = [0x20 | bytes.length, ...bytes]
  if (whole.length % 2 === 0) whole.push(0)
  return [((counter & 3) << 6) | ((whole.length + 1) / 2), ...whole]
}
