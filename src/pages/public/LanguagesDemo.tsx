import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Cue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { type CueList, cueList } from '#core/subtitle/cue/cue-list.ts'
import { applyPatch } from '#core/subtitle/cue/patch.ts'
import { readSrt } from '#core/subtitle/formats/srt/srt.ts'
import { formatTimecode } from '#core/subtitle/text/timecode.ts'
import { linkedPatch } from '#core/timing/linked.ts'
import { defaultRules } from '#core/timing/rules.ts'
import { splitCue } from '#core/timing/split.ts'
import type { Sample } from '#src/shell/live-editor.ts'
import { Button } from '#src/ui/Button.ts'
import { Undo } from '#src/ui/icons.ts'

/** Shown cues of the sample. */
const SHOWN = 4

/** Two versions of the same cues. */
interface Pair {
  readonly own: CueList
  readonly other: CueList
}

/** The sample's first cues in both languages: a split applies to both, as in the editor. */
export function LanguagesDemo({ sample }: { sample: Sample | undefined }): ReactNode {
  const first = useMemo(() => sample && pairOf(sample), [sample])
  return first ? <Versions first={first} /> : <div className="pair-waiting" />
}

function Versions({ first }: { first: Pair }): ReactNode {
  const { t } = useTranslation('public')
  const [steps, setSteps] = useState<readonly Pair[]>([first])
  const [newId] = useState(() => sequentialIds('new'))
  const { own, other } = steps.at(-1) ?? first
  const split = (cue: Cue): void => {
    const patch = splitCue(own, cue.id, {}, defaultRules, newId)
    if (!patch.ok) return
    const linked = linkedPatch(other, patch.value, defaultRules, newId)
    setSteps([...steps, { own: applyPatch(own, patch.value), other: applyPatch(other, linked) }])
  }
  return (
    <div className="pair" data-testid="languages-demo">
      <ul>
        {own.cues.map((cue) => (
          <li key={cue.id}>
            <time>{formatTimecode(cue.start)}</time>
            <span lang="en">{cue.text}</span>
            <span lang="zh-CN">{textBeside(other, cue)}</span>
            <Button
              variant="minimal"
              size="small"
              text={t('demo_split')}
              aria-label={t('demo_split_line', { text: cue.text })}
              onClick={() => split(cue)}
            />
          </li>
        ))}
      </ul>
      <Button
        variant="minimal"
        size="small"
        icon={<Undo />}
        text={t('demo_undo')}
        disabled={steps.length === 1}
        onClick={() => setSteps(steps.slice(0, -1))}
      />
    </div>
  )
}

function pairOf({ subtitles: [own, other] }: Sample): Pair | undefined {
  if (!own || !other) return undefined
  const listOf = (content: string, prefix: string): CueList =>
    cueList(readSrt(content, sequentialIds(prefix)).cues.slice(0, SHOWN))
  return { own: listOf(own.content, 's'), other: listOf(other.content, 't') }
}

/** The other version's text at the middle of a cue. */
function textBeside(list: CueList, { start, end }: Cue): string {
  const middle = (start + end) / 2
  return list.cues.find((cue) => cue.start <= middle && cue.end > middle)?.text ?? ''
}
