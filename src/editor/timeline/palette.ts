export interface Palette {
  readonly background: number
  readonly rulerText: number
  readonly rulerLine: number
  readonly wave: string
  readonly waveBack: number
  readonly cue: number
  readonly cueFocus: number
  readonly cueError: number
  readonly cueText: number
  readonly edge: number
  readonly shotChange: number
  readonly speech: number
  readonly outline: number
}

export const darkPalette: Palette = {
  background: 0x16191f,
  rulerText: 0x9aa4b2,
  rulerLine: 0x3a414d,
  wave: '#4f9d8f',
  waveBack: 0x1b1f27,
  cue: 0x34507a,
  cueFocus: 0x2f7de1,
  cueError: 0x9c3440,
  cueText: 0xf4f7fb,
  edge: 0xbfd4f5,
  shotChange: 0xf0b429,
  speech: 0x7c6fd6,
  outline: 0xe2c27a,
}

export const lightPalette: Palette = {
  background: 0xf4f6f9,
  rulerText: 0x4a5361,
  rulerLine: 0xc3cad4,
  wave: '#3c8f80',
  waveBack: 0xe9edf2,
  cue: 0x9db9e3,
  cueFocus: 0x3d8bef,
  cueError: 0xe09aa2,
  cueText: 0x10151c,
  edge: 0x35507c,
  shotChange: 0xb86e00,
  speech: 0x7d6bd9,
  outline: 0x8a6410,
}
