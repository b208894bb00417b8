export type ProblemKind =
  /** Times that can't be read; their text follows as further problems of this kind. */
  | 'time_unreadable'
  /** A time that was readable but not as its format writes it. */
  | 'time_repaired'
  /** Line ends or blank lines that a tool doubled throughout the file; told once. */
  | 'layout_repaired'
  /** Segments of an HLS stream that were put one behind the other; told once. */
  | 'segments_joined'
  | 'text_outside_cue'
  /** Styles of a file that has no equal for them here; kept in it. */
  | 'style_not_read'
  | 'negative_time'
  | 'control_characters'
  | 'unexpected_header'
  | 'header_missing'
  /** A line of the file's own syntax that means nothing in this format. */
  | 'line_not_understood'
  /** A line without an end. */
  | 'end_missing'
  /** A file without any ends, as its format has none; told once. */
  | 'ends_guessed'
  /** SubRip whose times count frames, at a rate that was not given; told once. */
  | 'frames_without_rate'
  /** A text that the file itself marks as a comment. */
  | 'comment_left_out'
  /** A text whose place is before the start of the programme: a slate, a subtitle zero. */
  | 'before_programme'
  /** Subtitles that are pictures. */
  | 'picture_not_read'
  | 'markup_broken'
  /** Letters that look encoded as UTF-8 twice; told once. */
  | 'doubled_utf8'
  /** Bytes that are no text in the encoding. */
  | 'bytes_unreadable'
  /** Captions of another channel, or of CEA-708: only one channel of CEA-608 is read. */
  | 'other_channel'
  /** Not a subtitle file at all. */
  | 'not_subtitles'

/** Something a reader repaired or could not use; `line` counts from 1. */
export interface Problem {
  readonly line: number
  readonly kind: ProblemKind
  readonly text: string
}

/** More than anybody looks through; a broken file has one a line. */
export const MOST_PROBLEMS = 1000

/** A text that is kept as another one that says the same, and what was guessed for it. */
export interface AdoptedText {
  readonly content: string
  readonly problems: readonly Problem[]
}
