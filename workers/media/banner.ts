/** What ffmpeg prints about an input. */
export interface FilmFacts {
  readonly durationMs: number
  /** Hertz; undefined without sound. */
  readonly audioRate: number | undefined
  /** Size as shown: pixel aspect and rotation applied; undefined without pictures. */
  readonly size: { readonly width: number; readonly height: number } | undefined
  readonly frameRate: number | undefined
}

/** Facts from the log of `ffmpeg -i`; undefined when the input could not be opened. */
export function readBanner(log: string): FilmFacts | undefined {
  const duration = /Duration: (\d+):(\d+):(\d+)\.(\d+)/.exec(log)
  if (!/Input #0/.test(log)) return undefined
  const [, h, m, s, cs] = (duration ?? []).map(Number)
  const video = /Stream #0:\d+.*?: Video: (.*)/.exec(log)?.[1]
  const rate = /Stream #0:\d+.*?: Audio: .*?(\d+) Hz/.exec(log)?.[1]
  return {
    durationMs: duration ? ((h! * 60 + m!) * 60 + s!) * 1000 + cs! * 10 : 0,
    audioRate: rate ? Number(rate) : undefined,
    size: video ? shownSize(video, log) : undefined,
    frameRate: Number(/([\d.]+) fps/.exec(video ?? '')?.[1]) || undefined,
  }
}

function shownSize(video: string, log: string): FilmFacts['size'] {
  const size = /\b(\d{2,5})x(\d{2,5})\b/.exec(video)
  if (!size) return undefined
  const [num, den] = (/SAR (\d+):(\d+)/.exec(video) ?? []).slice(1).map(Number)
  const width = Math.round((Number(size[1]) * (num || 1)) / (den || 1))
  const height = Number(size[2])
  const turn = Math.abs(Math.round(Number(/rotation of (-?[\d.]+) degrees/.exec(log)?.[1] ?? 0)))
  return turn % 180 === 90 ? { width: height, height: width } : { width, height }
}
