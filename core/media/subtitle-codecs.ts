/** Display names of subtitle codecs by ffmpeg's name; text can be edited, pictures can't. */
const codecs: Readonly<Record<string, { readonly name: string; readonly holds: 'text' | 'pictures' | 'other' }>> = {
  subrip: { name: 'SubRip', holds: 'text' },
  srt: { name: 'SubRip', holds: 'text' },
  ass: { name: 'ASS', holds: 'text' },
  ssa: { name: 'SSA', holds: 'text' },
  webvtt: { name: 'WebVTT', holds: 'text' },
  mov_text: { name: 'MP4 text', holds: 'text' },
  text: { name: 'Text', holds: 'text' },
  ttml: { name: 'TTML', holds: 'text' },
  stl: { name: 'STL', holds: 'text' },
  microdvd: { name: 'MicroDVD', holds: 'text' },
  hdmv_pgs_subtitle: { name: 'PGS', holds: 'pictures' },
  dvd_subtitle: { name: 'VobSub', holds: 'pictures' },
  dvb_subtitle: { name: 'DVB', holds: 'pictures' },
  xsub: { name: 'XSUB', holds: 'pictures' },
  dvb_teletext: { name: 'Teletext', holds: 'other' },
  eia_608: { name: 'CEA-608', holds: 'other' },
}

/** Whether a subtitle codec has text, not pictures of it. */
export function isTextSubtitle(codec: string): boolean {
  return codecs[codec]?.holds === 'text'
}

/** Whether a subtitle codec has pictures of text. */
export function isPictureSubtitle(codec: string): boolean {
  return codecs[codec]?.holds === 'pictures'
}

/** Display name of a subtitle codec. */
export function subtitleCodecName(codec: string): string {
  return codecs[codec]?.name ?? codec
}
