/** Cost inputs of an erasure. */
export interface ErasedClip {
  readonly seconds: number
  /** Pixels of its displayed picture. */
  readonly pixels: number
  readonly follows: boolean
}

/** Reference picture of costs: 720p. */
const HD_PIXELS = 1280 * 720
/**
 * Seconds on one machine per second of video, measured with captions in `USUAL` of its frames: finding them, erasing
 * them.
 */
const costs = {
  finding: { least: 0.29, hd: 0.31 },
  basic: { least: 0.24, hd: 0.6 },
  advanced: { least: 0.18, hd: 2.15 },
} as const
/** Start-up of the programs that find text. */
const START = 0.8
const USUAL = 0.73
/** Cost of a frame with text against a merely encoded one. */
const TEXT_WEIGHT = 4

const costOf = ({ least, hd }: { least: number; hd: number }, { seconds, pixels }: ErasedClip): number =>
  seconds * (least + (hd * pixels) / HD_PIXELS)

const weightOf = (textShare: number): number => 1 + (TEXT_WEIGHT - 1) * textShare

/** Progress when the texts are found; `textShare` of the frames show one. */
export function findingShare(clip: ErasedClip, textShare = USUAL): number {
  const finding = START + costOf(costs.finding, clip)
  const erasing = (costOf(costs[clip.follows ? 'advanced' : 'basic'], clip) * weightOf(textShare)) / weightOf(USUAL)
  return finding / (finding + erasing)
}

/** Progress of finding after the first picture. */
export function startShare(clip: ErasedClip): number {
  return START / (START + costOf(costs.finding, clip))
}

/** Relative work of a stretch: its frames, and those with text. */
export function stretchWork(frames: number, withText: number): number {
  return frames + (TEXT_WEIGHT - 1) * withText
}

/** Progress of a stretch when its frames are read, and when their texts are known. */
export function stretchShares(follows: boolean): { readonly read: number; readonly seen: number } {
  return follows ? { read: 0.05, seen: 0.15 } : { read: 0.08, seen: 0.4 }
}
