import './ComparePane.css'
import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { SubtitleMetrics } from '#core/metrics/subtitle-metrics.ts'
import { type Accepted, acceptDifference, differencesOf } from '#core/subtitle/cue/compare.ts'
import { textDirection } from '#core/subtitle/text/direction.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { writeSpan } from '#core/timing/time-notation.ts'
import { useVersionName } from '#src/tasks/version-name.ts'
import { Button } from '#src/ui/Button.ts'
import { formatPercent } from '#src/ui/format.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Cross, Tick } from '#src/ui/icons.ts'
import { VirtualList } from '#src/ui/VirtualList.tsx'
import { useEditor, useLibrary, useNotation } from '../../context/use-editor.ts'
import { ReferenceSelect } from '../../parts/ReferenceSelect.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'
import { qualityOf } from '../quality/quality.ts'

const ROW_HEIGHT = 84

/** Differences of another version from the open one, line by line; the user takes or keeps each. */
export function ComparePane(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session, reference } = editor
  const library = useLibrary()
  const others = library?.others ?? []
  const nameOf = useVersionName()
  const { list: theirs, fileId } = useSnapshot(reference.cells)
  const { list } = useSnapshot(session.cells)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const all = useMemo(() => (theirs ? differencesOf(list.cues, theirs.cues) : []), [list, theirs])
  const shown = all.filter((difference) => !left.has(difference.key))
  const take = (chosen: readonly Accepted[]): void => {
    const patch = acceptDifference(session.list, chosen, session.newId)
    if (patch.length > 0) session.edit('step_accept', patch)
  }
  return (
    <section className="quality compare" aria-label={t('compare')}>
      <div className="quality-bar">
        <ReferenceSelect label={t('compare_with')} none={t('compare_choose')} nameOf={nameOf} />
        <span className="editor-gap" />
        <Button
          variant="minimal"
          text={t('compare_take_all')}
          disabled={shown.length === 0}
          onClick={() => take(shown)}
        />
      </div>
      {theirs && theirs.cues.length > 0 && <Measures key={fileId} theirs={theirs.cues} mine={list.cues} />}
      {shown.length === 0 ? (
        <NonIdealState
          className="compare-none"
          description={theirs ? t('compare_same') : others.length > 0 ? t('compare_choose') : t('compare_no_other')}
        />
      ) : (
        <VirtualList
          items={shown}
          rowHeight={ROW_HEIGHT}
          keyOf={({ key }) => key}
          label={t('compare_list')}
          render={(difference) => (
            <DifferenceLine
              difference={difference}
              onTake={() => take([difference])}
              onLeave={() => setLeft(new Set([...left, difference.key]))}
            />
          )}
        />
      )}
    </section>
  )
}

/** Distance of the versions in numbers, for the measured lines. */
function Measures({ theirs, mine }: { theirs: readonly Cue[]; mine: readonly Cue[] }): ReactNode {
  const { t, i18n } = useTranslation('editor')
  const editor = useEditor()
  const quality = qualityOf(editor)
  const [measured, setMeasured] = useState<{ of: readonly unknown[]; metrics: SubtitleMetrics }>()
  const [isBusy, setBusy] = useState(false)
  const limits = useSyncExternalStore(quality.profile.subscribe, quality.profile.allowed)
  const measure = async (): Promise<void> => {
    setBusy(true)
    const metrics = await quality.measure(theirs)
    setBusy(false)
    if (metrics) setMeasured({ of: [mine, theirs, limits], metrics })
  }
  const isCurrent = [mine, theirs, limits].every((each, at) => each === measured?.of[at])
  if (!measured || !isCurrent)
    return (
      <div className="compare-measures">
        <Button size="small" text={t('compare_measure')} loading={isBusy} onClick={() => void measure()} />
      </div>
    )
  const percent = formatPercent(i18n.language)
  const { wer, suber, breaks, within } = measured.metrics
  const figures = [
    ['suber', suber],
    ['wer', wer],
    ['breaks', breaks],
    ['within', within],
  ] as const
  return (
    <dl className="compare-measures">
      {figures.map(([name, share]) => (
        <div key={name} title={t(`compare_${name}_tip`, { profile: quality.profile.name })}>
          <dt>{t(`compare_${name}`)}</dt>
          <dd>{percent(share)}</dd>
        </div>
      ))}
    </dl>
  )
}

interface LineProps {
  difference: Accepted
  onTake: () => void
  onLeave: () => void
}

function DifferenceLine({ difference, onTake, onLeave }: LineProps): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { kind, mine, theirs } = difference
  const go = (): void => {
    if (mine) editor.goTo(mine.id)
    else if (theirs) editor.playhead.seek(theirs.start)
  }
  const n = mine ? (editor.session.list.index.get(mine.id) ?? 0) + 1 : 0
  return (
    <div className={`difference difference-${kind}`} data-kind={kind}>
      <button type="button" className="difference-body" onClick={go}>
        <span className="difference-kind">{t(`compare_${kind}`)}</span>
        <Reading cue={mine} language={editor.media.language} />
        <Reading cue={theirs} language={editor.referenceLanguage} isTheirs />
      </button>
      <IconButton
        size="small"
        icon={<Tick />}
        onClick={onTake}
        label={mine ? t('compare_take_n', { n }) : t('compare_take')}
        tip={t('compare_take')}
      />
      <IconButton
        size="small"
        icon={<Cross />}
        onClick={onLeave}
        label={mine ? t('compare_leave_n', { n }) : t('compare_leave')}
        tip={t('compare_leave')}
      />
    </div>
  )
}

interface ReadingProps {
  cue: Cue | undefined
  language: string | undefined
  isTheirs?: boolean
}

/** A line of either version, its times first. */
function Reading({ cue, language, isTheirs = false }: ReadingProps): ReactNode {
  const notation = useNotation()
  const className = isTheirs ? 'difference-reading difference-theirs' : 'difference-reading'
  if (!cue) return <span className={className}>–</span>
  return (
    <span className={className}>
      <span className="difference-time">{writeSpan(cue, notation)}</span>
      <span className="ellipsis" dir={textDirection(cue.text, language)}>
        {cue.text}
      </span>
    </span>
  )
}
