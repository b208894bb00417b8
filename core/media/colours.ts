/** A colour coding that players assume where a file declares none, by ffmpeg's name. */
export type AssumedColours = 'smpte170m' | 'bt709'

/** Heights from which a picture is high definition. */
const HD_HEIGHT = 720

/** Browsers and most players: standard definition is BT.601, high definition BT.709. */
export function assumedColours(codedHeight: number): AssumedColours {
  return codedHeight < HD_HEIGHT ? 'smpte170m' : 'bt709'
}

/**
 * A filter that declares the coding and changes no pixel. Without it a player guesses by the size of a copy, and a
 * stream's player doesn't guess as that of its file.
 */
export const declareFilter = (colours: AssumedColours): string =>
  `setparams=colorspace=${colours}:color_primaries=${colours}:color_trc=${colours}`

const H264_CODES: Readonly<Record<AssumedColours, number>> = { bt709: 1, smpte170m: 6 }

/** The same for an H.264 stream that is copied. */
export function declareInH264(colours: AssumedColours): readonly string[] {
  const code = H264_CODES[colours]
  const metadata = `colour_primaries=${code}:transfer_characteristics=${code}:matrix_coefficients=${code}`
  return ['-bsf:v', `h264_metadata=${metadata}`]
}
