/** Endings of subtitle files and of transcripts, for a file input. */
export const SUBTITLE_FILES =
  '.srt,.vtt,.ass,.ssa,.ttml,.dfxp,.xml,.itt,.stl,.scc,.mcc,.sub,.lrc,.sbv,.smi,.sami,.json,.mpl,.mpl2,.tmp'
/** The same where one file is chosen to be read: TMPlayer's texts are plain ones by their name. */
export const CHOSEN_SUBTITLES = `${SUBTITLE_FILES},.txt`

const endsLike = (file: File, endings: string): boolean =>
  endings.split(',').some((ending) => file.name.toLowerCase().endsWith(ending))

/** Whether a file is one of subtitles, by its name. */
export const isSubtitle = (file: File): boolean => endsLike(file, SUBTITLE_FILES)

/** Whether a file that was chosen or dropped is to be read as subtitles. */
export const mayBeSubtitle = (file: File): boolean => endsLike(file, CHOSEN_SUBTITLES)
