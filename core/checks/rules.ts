import type { Rule, RuleId } from './rule.ts'
import * as text from './text-rules.ts'
import * as timing from './timing-rules.ts'

/** A rule about reading dialogue: typeset cues follow the picture's times. */
const ofDialogue = (rule: Rule): Rule => ({
  ...rule,
  check: (context, limits) => (context.isTypeset ? undefined : rule.check(context, limits)),
})

export const rules: Readonly<Record<RuleId, Rule>> = {
  line_time_error: timing.lineTimeError,
  no_subtitle: text.noSubtitle,
  markup: text.markup,
  whitespace: text.whitespace,
  ellipsis: text.ellipsis,
  italics: text.italics,
  glyph: text.glyph,
  no_break: text.noBreak,
  dash_sign: text.dashSign,
  dialogue_dash: text.dialogueDash,
  hi_brackets: text.hiBrackets,
  numbers: text.numbers,
  line_length: text.lineLength,
  line_count: text.lineCount,
  sequence_time_error: timing.sequenceTimeError,
  shot_in: ofDialogue(timing.shotIn),
  shot_out: ofDialogue(timing.shotOut),
  min_gap: timing.minGap,
  chain_gap: timing.chainGap,
  min_duration: ofDialogue(timing.minDuration),
  max_duration: ofDialogue(timing.maxDuration),
  cps: ofDialogue(timing.cps),
  wpm: ofDialogue(timing.wpm),
}
