/** Extensions of subtitle files and transcripts, for a file input. */
export const SUBTITLE_FILES =
  '.srt,.vtt,.ass,.ssa,.ttml,.dfxp,.xml,.itt,.stl,.scc,.mcc,.sub,.lrc,.sbv,.smi,.sami,.json,.mpl,.mpl2,.tmp'
/** The same for a chosen file: TMPlayer's texts have plain text names. */
export const CHOSEN_SUBTITLES = `${SUBTITLE_FILES},.txt`

const endsLike = (file: File, endings: string): boolean =>
  endings.split(',').some((ending) => file.name.toLowerCase().endsWith(ending))

/** Whether a file name's extension is of subtitles. */
export const isSubtitle = (file: File): boolean => endsLike(file, SUBTITLE_FILES)

/** Whether a chosen or dropped file is read as subtitles. */
export const mayBeSubtitle = (file: File): boolean => endsLike(file, CHOSEN_SUBTITLES)
