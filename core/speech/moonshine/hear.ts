import type { PieceRules } from '../chunks.ts'
import { cutInTwo, isDoubtful, levelled, type Sound, spreadWords, type UntimedWord } from '../hearing.ts'
import type { Word } from '../words.ts'
import type { MoonshineModel } from './tokens.ts'

/** In longer pieces the models omit sentences. */
export const MOONSHINE_SECONDS = 15
/** Division of a recording into pieces for it. */
export const moonshinePieces: PieceRules = { target: MOONSHINE_SECONDS * 900, most: MOONSHINE_SECONDS * 1000 }
/** A shorter piece is not divided again. */
const LEAST_CUT_SECONDS = 4
const MOST_CUTS = 2
/** Some pieces that start or end within sound give an empty result without added silence. */
const SILENCE_MS = 200

/** Result of a model for a piece; `isCut` if it did not finish. */
export interface HeardPiece {
  readonly words: readonly UntimedWord[]
  readonly isCut: boolean
}

/** Runs a model on a piece of sound. */
export type DecodePiece = (model: MoonshineModel, sound: Sound) => Promise<HeardPiece>

/** Words of a piece of sound, with times: a doubtful piece is cut in two, and then recognised by the smaller model. */
export async function hearPiece(sound: Sound, decode: DecodePiece): Promise<Word[]> {
  return spreadWords((await hear(sound, decode, 0)).words, sound)
}

async function hear(sound: Sound, decode: DecodePiece, cuts: number): Promise<HeardPiece> {
  const by = (model: MoonshineModel): Promise<HeardPiece> => decode(model, levelled(sound, SILENCE_MS))
  const heard = await by('base')
  if (!isDoubtful(sound, countOf(heard))) return heard
  const others: HeardPiece[] = []
  if (cuts < MOST_CUTS && sound.samples.length > LEAST_CUT_SECONDS * sound.rate) {
    const [first, second] = cutInTwo(sound)
    const [before, after] = [await hear(first, decode, cuts + 1), await hear(second, decode, cuts + 1)]
    others.push({ words: [...before.words, ...after.words], isCut: before.isCut || after.isCut })
  }
  if (others.every((other) => isDoubtful(sound, countOf(other)))) others.push(await by('tiny'))
  return others.find((other) => !isDoubtful(sound, countOf(other))) ?? mostOf([heard, ...others])
}

const countOf = ({ words, isCut }: HeardPiece): { words: number; isCut: boolean } => ({ words: words.length, isCut })

/** Of doubtful but finished results the one with the most words; empty without any. */
function mostOf(all: readonly HeardPiece[]): HeardPiece {
  const whole = all.filter(({ isCut }) => !isCut)
  return whole.reduce<HeardPiece>((most, one) => (one.words.length > most.words.length ? one : most), {
    words: [],
    isCut: false,
  })
}
