import { audioOf, leadMs, type MediaFacts } from '#core/media/facts.ts'
import { planClip } from '#core/media/plans/burn.ts'
import { planDubMix } from '#core/media/plans/dub-mix.ts'
import { planEmbeddedSubtitle } from '#core/media/plans/embedded-subtitle.ts'
import { quiet, talkative } from '#core/media/plans/parts.ts'
import { planSound, type SoundFormat, soundFormats } from '#core/media/plans/sound.ts'
import { planSpeechSamples } from '#core/media/plans/speech-audio.ts'
import { MediaFailed } from '#core/media/fault.ts'
import { CLIP_ASS_PATH, DEVICE_PATH, FONTS_FOLDER, SECOND_PATH, SOURCE_PATH, type SourceMount } from './protocol.ts'
import type { MediaSession } from './session.ts'
import { joined } from './sound.ts'
import type { TimeRange } from '#core/timing/time-range.ts'

export interface FontFile {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Exports of a video made in the browser. Times are milliseconds of the player's clock. */
export type ExportRequest =
  | ({ readonly kind: 'sound'; readonly format: SoundFormat } & TimeRange)
  | ({
      readonly kind: 'clip'
      /** SubStation text with times from the clip's start. */
      readonly ass: string
      readonly fonts: readonly FontFile[]
      readonly height: number
    } & TimeRange)
  | ({ readonly kind: 'mix'; readonly dub: SourceMount } & TimeRange)
  /** Raw samples for speech recognition. */
  | ({ readonly kind: 'speech' } & TimeRange)

export interface ExportResult {
  readonly type: string
  /** Characters missing in all fonts, and therefore in the picture. */
  readonly missingGlyphs: readonly string[]
}

/** Makes a file and emits its bytes as they arrive. */
export async function makeExport(
  session: MediaSession,
  request: ExportRequest,
  signal: AbortSignal,
  onPart: (part: ArrayBuffer) => void,
  onProgress: (share: number) => void,
): Promise<ExportResult> {
  const facts = await session.facts()
  const plan = await planExport(session, facts, request)
  const glyphs = new GlyphWatch()
  let bytes = 0
  const { code, log } = await session.run({ level: 'visible', order: 0 }, signal, () => {
    if (bytes > 0) throw new MediaFailed('core_failed', 'parts of the file are handed out already')
    return {
      args: plan.args,
      files: plan.files(),
      second: request.kind === 'mix' ? request.dub : undefined,
      onLog: (line) => glyphs.read(line),
      onProgress: (ms) => onProgress(Math.min(1, Math.max(0, ms / (request.end - request.start)))),
      device: {
        mount: { kind: 'bytes' },
        onPiece: (piece) => {
          bytes += piece.byteLength
          onPart(piece)
        },
      },
    }
  })
  if (code !== 0 || bytes === 0) throw new MediaFailed('unreadable', log.at(-1))
  return { type: plan.type, missingGlyphs: glyphs.missing }
}

/** Finds libass's messages about missing glyphs. */
class GlyphWatch {
  private readonly sought = new Set<string>()
  private last: string | undefined

  read(line: string): void {
    const glyph = /Glyph 0x([0-9A-Fa-f]+) not found/.exec(line)?.[1]
    if (glyph) {
      this.last = String.fromCodePoint(Number.parseInt(glyph, 16))
      this.sought.add(this.last)
    } else if (this.last !== undefined && /fontselect: \(.*\) -> /.test(line)) {
      // Another of the fonts has it.
      this.sought.delete(this.last)
    }
  }

  get missing(): string[] {
    return [...this.sought]
  }
}

interface Plan {
  readonly args: readonly string[]
  readonly type: string
  readonly files: () => Record<string, Uint8Array<ArrayBuffer> | string>
}

async function planExport(session: MediaSession, facts: MediaFacts, request: ExportRequest): Promise<Plan> {
  const lead = leadMs(facts)
  const range = { start: Math.max(0, request.start - lead), end: request.end - lead }
  const cut = { source: SOURCE_PATH, output: DEVICE_PATH, range }
  const hasAudio = audioOf(facts) !== undefined
  const none = (): Record<string, string> => ({})
  switch (request.kind) {
    case 'sound':
      await session.audio()
      return {
        args: [...quiet, ...planSound({ ...cut, format: request.format })],
        type: soundFormats[request.format].type,
        files: none,
      }
    case 'speech':
      await session.audio()
      return { args: [...quiet, ...planSpeechSamples(cut)], type: 'application/octet-stream', files: none }
    case 'mix':
      return {
        args: [...quiet, ...planDubMix({ ...cut, dub: SECOND_PATH, hasOriginal: hasAudio })],
        type: soundFormats.m4a.type,
        files: none,
      }
    case 'clip': {
      const { video } = await session.video()
      const files = (): Record<string, Uint8Array<ArrayBuffer> | string> => ({
        [CLIP_ASS_PATH]: request.ass,
        ...Object.fromEntries(request.fonts.map((font, at) => [`${FONTS_FOLDER}/${at}.font`, font.bytes.slice()])),
      })
      const look = { video, height: request.height, ass: CLIP_ASS_PATH, fontsFolder: FONTS_FOLDER }
      // libass reports missing characters.
      const args = [...talkative, ...planClip({ ...cut, ...look, hasAudio })]
      return { args, type: 'video/mp4', files }
    }
  }
}

/** An embedded text track as a subtitle file's text. */
export async function extractSubtitle(session: MediaSession, index: number, signal: AbortSignal): Promise<string> {
  const facts = await session.facts()
  const track = facts.streams.find((stream) => stream.index === index)
  if (track?.kind !== 'subtitle' || !track.isText) throw new MediaFailed('unsupported', track?.codec)
  const pieces: ArrayBuffer[] = []
  const { code, log } = await session.run({ level: 'visible', order: 0 }, signal, () => {
    pieces.length = 0
    return {
      args: [
        ...quiet,
        ...planEmbeddedSubtitle({
          source: SOURCE_PATH,
          output: DEVICE_PATH,
          index,
          codec: track.codec,
          keepsTimes: leadMs(facts) === facts.startMs,
        }),
      ],
      device: { mount: { kind: 'bytes' }, onPiece: (piece) => void pieces.push(piece) },
    }
  })
  if (code !== 0) throw new MediaFailed('unreadable', log.at(-1))
  return new TextDecoder().decode(await joined(pieces))
}
