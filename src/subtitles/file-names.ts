/** Endings of subtitle files and of transcripts, for a file input. */
export const SUBTITLE_FILES = '.srt,.vtt,.ass,.ssa,.ttml,.dfxp,.xml,.itt,.stl,.scc,.mcc,.sub,.lrc,.sbv,.smi,.sami,.json'

/** Whether a file is one of subtitles, by its name. */
export const isSubtitle = (file: File): boolean =>
  SUBTITLE_FILES.split(',').some((ending) => file.name.toLowerCase().endsWith(ending))
