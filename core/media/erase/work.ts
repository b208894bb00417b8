/** What an erasure works on. */
export interface ErasedClip {
  readonly seconds: number
  /** Pixels of its picture as it is shown. */
  readonly pixels: number
  readonly follows: boolean
}

/** The picture by which costs are counted: 720p. */
const HD_PIXELS = 1280 * 720
/** Seconds on one machine for a second of film, measured with captions in `USUAL` of its frames: finding them, erasing them. */
const costs = {
  finding: { least: 0.29, hd: 0.31 },
  basic: { least: 0.24, hd: 0.6 },
  advanced: { least: 0.18, hd: 2.15 },
} as const
/** Of the programs that find text, until the first picture was looked at. */
const START = 0.8
const USUAL = 0.73
/** A frame in which a text stands is so much more work than one that is only encoded. */
const TEXT_WEIGHT = 4

const costOf = ({ least, hd }: { least: number; hd: number }, { seconds, pixels }: ErasedClip): number =>
  seconds * (least + (hd * pixels) / HD_PIXELS)

const weightOf = (textShare: number): number => 1 + (TEXT_WEIGHT - 1) * textShare

/** What part of the work is done once the texts are found; `textShare` of the frames show one. */
export function findingShare(clip: ErasedClip, textShare = USUAL): number {
  const finding = START + costOf(costs.finding, clip)
  const erasing = (costOf(costs[clip.follows ? 'advanced' : 'basic'], clip) * weightOf(textShare)) / weightOf(USUAL)
  return finding / (finding + erasing)
}

/** What part of finding is done once the first picture was looked at. */
export function startShare(clip: ErasedClip): number {
  return START / (START + costOf(costs.finding, clip))
}

/** How much work a stretch is beside others: so many frames, and those of them in which a text stands. */
export function stretchWork(frames: number, withText: number): number {
  return frames + (TEXT_WEIGHT - 1) * withText
}

/** What part of a stretch is done when its frames are read, and when it is known what stands in front of them. */
export function stretchShares(follows: boolean): { readonly read: number; readonly seen: number } {
  return follows ? { read: 0.05, seen: 0.15 } : { read: 0.08, seen: 0.4 }
}
