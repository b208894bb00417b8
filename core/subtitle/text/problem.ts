export type ProblemKind =
  /** Unreadable times; their text follows as further problems of this kind. */
  | 'time_unreadable'
  /** A readable time in non-standard form. */
  | 'time_repaired'
  /** Line ends or blank lines doubled throughout the file; reported once. */
  | 'layout_repaired'
  /** Concatenated segments of an HLS stream; reported once. */
  | 'segments_joined'
  | 'text_outside_cue'
  /** Styles without an equivalent here; kept in the file. */
  | 'style_not_read'
  | 'negative_time'
  | 'control_characters'
  | 'unexpected_header'
  | 'header_missing'
  /** A line in the file's syntax without meaning in this format. */
  | 'line_not_understood'
  /** A cue without an end. */
  | 'end_missing'
  /** A file without any ends, as its format has none; reported once. */
  | 'ends_guessed'
  /** SubRip with frame times at an unknown rate; reported once. */
  | 'frames_without_rate'
  /** A comment in the file. */
  | 'comment_left_out'
  /** A text before the programme's start: a slate, a subtitle zero. */
  | 'before_programme'
  /** Picture subtitles. */
  | 'picture_not_read'
  | 'markup_broken'
  /** Letters apparently encoded as UTF-8 twice; reported once. */
  | 'doubled_utf8'
  /** Undecodable bytes. */
  | 'bytes_unreadable'
  /** Captions of another channel, or CEA-708: only one CEA-608 channel is read. */
  | 'other_channel'
  /** No subtitle file. */
  | 'not_subtitles'

/** Something that a reader repaired or dropped; `line` counts from 1. */
export interface Problem {
  readonly line: number
  readonly kind: ProblemKind
  readonly text: string
}

/** More than is useful; a broken file has one per line. */
export const MOST_PROBLEMS = 1000

/** A text replaced by an equivalent one, and what was guessed for it. */
export interface AdoptedText {
  readonly content: string
  readonly problems: readonly Problem[]
}
