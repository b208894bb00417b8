import './SyncDialog.css'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { type CueList, positionOf } from '#core/subtitle/cue/cue-list.ts'
import { textDirection } from '#core/subtitle/text/direction.ts'
import { plainText } from '#core/subtitle/text/markup.ts'
import { applyPatch, type Patch } from '#core/subtitle/cue/patch.ts'
import { type FrameRate, frameRates } from '#core/domain/frames.ts'
import { clamp, done, type Outcome, refused } from '#core/timing/rules.ts'
import { readTime, type TimeNotation, writeScreenTime, writeTime } from '#core/timing/time-notation.ts'
import type { TimeMatch } from '#core/media/match-times.ts'
import { changeFrameRate, type Placed, placeLines, pointSync, type SyncPoint } from '#core/timing/sync.ts'
import { useVersionName } from '#src/tasks/version-name.ts'
import { Button } from '#src/ui/Button.ts'
import { DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { ControlGroup } from '#src/ui/ControlGroup.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { NumberInput } from '#src/ui/NumberInput.ts'
import { SegmentedControl } from '#src/ui/SegmentedControl.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { TextInput } from '#src/ui/TextInput.ts'
import { useDialog, useEditor, useLibrary, useNotation } from '../../context/use-editor.ts'
import type { SyncMark } from '../../context/dialogs.ts'
import { useKeyName } from '../../keys/use-key-name.ts'
import { type MatchFault, useMatch } from './use-match.ts'
import { ReferenceSelect } from '../../parts/ReferenceSelect.tsx'
import { usePreview } from '../../parts/use-preview.ts'
import { EditorDialog } from '../../parts/EditorDialog.tsx'

const ways = ['points', 'rate', 'sound', 'reference'] as const
type Way = (typeof ways)[number]

/** A line by number and its right start: as typed, and in ms if valid. */
interface Point {
  readonly line: number
  readonly time: string
  /** The exact value; the field may show it rounded to a frame. */
  readonly ms: number | undefined
}

/** Stretches all times: between two lines with known right times, or from one frame rate to another. */
export function SyncDialog(): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <EditorDialog name="sync" title={t('sync_title')} className="sync-dialog">
      <SyncForm />
    </EditorDialog>
  )
}

function SyncForm(): ReactNode {
  const { t } = useTranslation('editor')
  const { session, dialogs, media } = useEditor()
  const notation = useNotation()
  const list = useSnapshot(session.cells).list as CueList
  const marks = useDialog('sync')?.marks ?? []
  const isMarked = marks.length === 2
  const [way, setWay] = useState<Way>('points')
  const [points, setPoints] = useState(() => firstPoints(session.list, marks, notation))
  const [rates, setRates] = useState({ from: indexOfRate(media.rate), to: indexOfRate(media.rate) })
  const match = useMatch(list, way === 'sound' || way === 'reference' ? way : undefined)
  const { outcome, patch, fault, leftOut } = useSync(list, { way, points, rates, match })
  usePreview(patch)
  const apply = (): void => {
    if (patch.length === 0) return
    session.edit('step_sync', patch)
    dialogs.close('sync')
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <DialogBody>
        <SegmentedControl
          fill
          aria-label={t('sync_title')}
          value={way}
          onValueChange={(value) => setWay(ways.find((known) => known === value) ?? 'points')}
          options={ways.map((value) => ({ value, label: t(`sync_${value}`) }))}
        />
        <Hint way={way} />
        {way === 'reference' && <ReferenceChoice />}
        {way === 'points' ? (
          <PointList list={list} points={points} isMarked={isMarked} onChange={setPoints} />
        ) : (
          way === 'rate' && <RateFields rates={rates} onChange={setRates} />
        )}
        {typeof match === 'object' && <Matched match={match} leftOut={leftOut} />}
        <SyncOutcome list={list} outcome={outcome} fault={fault} />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} onClick={() => dialogs.close('sync')} />
            <Button
              type="submit"
              intent="primary"
              autoFocus={isMarked}
              disabled={patch.length === 0}
              text={t('shift_apply', { count: patch.length })}
            />
          </>
        }
      />
    </form>
  )
}

interface Choice {
  readonly way: Way
  readonly points: readonly Point[]
  readonly rates: Rates
  readonly match: TimeMatch | MatchFault | undefined
}

const seconds = (ms: number): string => `${ms < 0 ? '−' : '+'}${(Math.abs(ms) / 1000).toFixed(3)}`

/** The match, how sure it is, and which lines need a check. */
function Matched({ match, leftOut }: { match: TimeMatch; leftOut: number }): ReactNode {
  const { t } = useTranslation('editor')
  const notation = useNotation()
  const { offset, parts, scale, sureness, doubts } = match
  const time = (ms: number): string => writeTime(Math.max(0, ms), notation)
  return (
    <>
      <p className="sync-matched">{t('sync_matched', { offset: seconds(offset), scale: scale.toFixed(5) })}</p>
      <p className="sync-note muted">{t('sync_sure', { sure: sureness.toFixed(1) })}</p>
      {parts.length > 1 &&
        parts.map((part) => (
          <p key={part.from} className="sync-note">
            {t('sync_part', { from: time(part.from), offset: seconds(part.offset) })}
          </p>
        ))}
      {doubts.map(({ start, end }) => (
        <p key={start} className="sync-note sync-doubt">
          {t('sync_doubt', { from: time(start), to: time(end) })}
        </p>
      ))}
      {leftOut > 0 && <p className="sync-note sync-doubt">{t('sync_left_out', { count: leftOut })}</p>}
    </>
  )
}

/** The result of stretching, or why it is impossible. */
function useSync(list: CueList, { way, points, rates, match }: Choice) {
  const { session } = useEditor()
  const pair = useMemo(() => readPoints(list, points), [list, points])
  const outcome = useMemo(() => {
    if (way === 'rate') return whole(changeFrameRate(list, rateAt(rates.from), rateAt(rates.to), session.rules))
    if (way !== 'points')
      return typeof match === 'object' ? placeLines(list, match, session.rules) : refused('invalid_move')
    return typeof pair === 'string' ? refused('invalid_move') : whole(pointSync(list, ...pair, session.rules))
  }, [list, session, way, pair, rates, match])
  const patch: Patch = useMemo(() => (outcome.ok ? outcome.value.patch : []), [outcome])
  const own = way === 'points' ? pair : way === 'rate' ? undefined : match
  const fault: PointFault | MatchFault | 'bounds' = typeof own === 'string' ? own : 'bounds'
  return { outcome, patch, fault, leftOut: outcome.ok ? outcome.value.leftOut.length : 0 }
}

/** A result that keeps all lines. */
const whole = (outcome: Outcome<Patch>): Outcome<Placed> =>
  outcome.ok ? done({ patch: outcome.value, leftOut: [] }) : outcome

function Hint({ way }: { way: Way }): ReactNode {
  const { t } = useTranslation('editor')
  const key = useKeyName()('sync_point')
  const hint =
    way !== 'points' ? t(`sync_${way}_hint`) : key ? t('sync_points_hint', { key }) : t('sync_points_hint_no_key')
  return <p className="muted sync-hint">{hint}</p>
}

/** The versions to stretch by; nothing without another version. */
function ReferenceChoice(): ReactNode {
  const { t } = useTranslation('editor')
  const others = useLibrary()?.others ?? []
  const nameOf = useVersionName()
  if (others.length === 0) return null
  return (
    <div className="sync-reference">
      <ReferenceSelect label={t('sync_reference_version')} none={t('compare_choose')} nameOf={nameOf} />
    </div>
  )
}

interface PointListProps {
  list: CueList
  points: readonly Point[]
  isMarked: boolean
  onChange: (points: readonly Point[]) => void
}

function PointList({ list, points, isMarked, onChange }: PointListProps): ReactNode {
  return points.map((point, at) => (
    <PointFields
      key={at}
      n={at === 0 ? 1 : 2}
      point={point}
      list={list}
      hasFocus={at === 0 && !isMarked}
      onChange={(next) => onChange(points.map((other, place) => (place === at ? next : other)))}
    />
  ))
}

/** Indexes in the list of frame rates. */
interface Rates {
  readonly from: number
  readonly to: number
}

function RateFields({ rates, onChange }: { rates: Rates; onChange: (rates: Rates) => void }): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <div className="shift-fields">
      <RateField
        id="sync-from"
        label={t('sync_rate_from')}
        value={rates.from}
        onChange={(from) => onChange({ ...rates, from })}
      />
      <RateField
        id="sync-to"
        label={t('sync_rate_to')}
        value={rates.to}
        onChange={(to) => onChange({ ...rates, to })}
      />
    </div>
  )
}

interface PointProps {
  n: 1 | 2
  point: Point
  list: CueList
  hasFocus: boolean
  onChange: (point: Point) => void
}

function PointFields({ n, point, list, hasFocus, onChange }: PointProps): ReactNode {
  const { t } = useTranslation('editor')
  const { playhead, media } = useEditor()
  const notation = useNotation()
  const cue = list.at(point.line - 1)
  return (
    <div className="sync-point">
      <FormGroup label={t(`sync_line_${n}`)} labelFor={`sync-line-${n}`}>
        <NumberInput
          id={`sync-line-${n}`}
          fill
          min={1}
          max={list.length}
          clampValueOnBlur
          minorStepSize={null}
          value={point.line}
          onValueChange={(line) => {
            const at = clamp(Math.round(line) || 1, 1, list.length)
            onChange(pointAt(at, list.at(at - 1)?.start ?? 0, notation))
          }}
        />
      </FormGroup>
      <FormGroup label={t('sync_belongs')} labelFor={`sync-time-${n}`}>
        <ControlGroup fill>
          <TextInput
            id={`sync-time-${n}`}
            autoFocus={hasFocus}
            className="sync-time"
            intent={point.ms === undefined ? 'danger' : 'none'}
            maxLength={16}
            value={point.time}
            onFocus={(event) => event.currentTarget.select()}
            onValueChange={(time) => onChange({ ...point, time, ms: typedTime(time, notation) })}
          />
          <Button
            text={t('sync_playhead')}
            onClick={() => {
              const time = writeScreenTime(playhead.ms, playhead.frameNumber, notation)
              onChange({ ...point, time, ms: Math.round(playhead.ms) })
            }}
          />
        </ControlGroup>
      </FormGroup>
      <p className="sync-text muted ellipsis">
        {cue && (
          <>
            {writeTime(cue.start, notation)}{' '}
            <bdi dir={textDirection(cue.text, media.language) ?? 'auto'}>
              {plainText(cue.text).replaceAll('\n', ' ')}
            </bdi>
          </>
        )}
      </p>
    </div>
  )
}

interface RateProps {
  id: string
  label: string
  value: number
  onChange: (value: number) => void
}

function RateField({ id, label, value, onChange }: RateProps): ReactNode {
  const { t } = useTranslation('editor')
  const options = frameRates.map(({ num, den }, at) => ({
    value: at,
    label: t('sync_fps', { rate: Math.round((num / den) * 1000) / 1000 }),
  }))
  return <SelectField id={id} label={label} value={value} onChange={onChange} options={options} />
}

interface OutcomeProps {
  list: CueList
  outcome: Outcome<Placed>
  /** Why stretching is impossible. */
  fault: PointFault | MatchFault | 'bounds'
}

/** An example of the notation. */
const EXAMPLE_MS = 750_520

/** The new times of the first and the last line. */
function SyncOutcome({ list, outcome, fault }: OutcomeProps): ReactNode {
  const { t } = useTranslation('editor')
  const notation = useNotation()
  if (!outcome.ok) {
    return (
      <p className="shift-fault" role="alert">
        {t(`sync_fault_${fault}`, { time: writeTime(EXAMPLE_MS, notation) })}
      </p>
    )
  }
  const after = applyPatch(list, outcome.value.patch)
  const kept = [after.at(0), after.at(after.length - 1)].filter((cue) => cue !== undefined)
  const ends = [...new Set(kept)].map((later) => {
    const at = positionOf(list, later.id)
    return { at, before: list.cueAt(at), later }
  })
  return (
    <table className="shift-outcome">
      <thead>
        <tr>
          <th>{t('sync_number')}</th>
          <th>{t('sync_before')}</th>
          <th>{t('sync_after')}</th>
        </tr>
      </thead>
      <tbody>
        {ends.map(({ at, before, later }) => (
          <tr key={at}>
            <td>{at + 1}</td>
            <td>{writeTime(before.start, notation)}</td>
            <td>{writeTime(later.start, notation)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The marked points; otherwise the first and last line at their times. */
function firstPoints(list: CueList, marks: readonly SyncMark[], notation: TimeNotation): readonly Point[] {
  const [first, second] = marks.flatMap(({ id, to }) => {
    const at = list.index.get(id)
    return at === undefined ? [] : [pointAt(at + 1, to, notation)]
  })
  const whereItIs = (at: number): Point => pointAt(at + 1, list.at(at)?.start ?? 0, notation)
  return [first ?? whereItIs(0), second ?? whereItIs(Math.max(0, list.length - 1))]
}

const pointAt = (line: number, ms: number, notation: TimeNotation): Point => ({
  line,
  ms,
  time: writeTime(ms, notation),
})

function typedTime(text: string, notation: TimeNotation): number | undefined {
  const ms = readTime(text, notation)
  return typeof ms === 'number' ? ms : undefined
}

type PointFault = 'time' | 'same' | 'order'

/** The two points as times, or why they are invalid. */
function readPoints(list: CueList, points: readonly Point[]): readonly [SyncPoint, SyncPoint] | PointFault {
  const [first, second] = points.map(({ line, ms }) => ({ from: list.at(line - 1)?.start, to: ms }))
  if (first?.to === undefined || second?.to === undefined) return 'time'
  if (first.from === undefined || second.from === undefined || first.from === second.from) return 'same'
  if (Math.sign(second.to - first.to) !== Math.sign(second.from - first.from)) return 'order'
  return [
    { from: first.from, to: first.to },
    { from: second.from, to: second.to },
  ]
}

function rateAt(index: number): FrameRate {
  const rate = frameRates[index]
  if (!rate) throw new RangeError(`No frame rate ${index}`)
  return rate
}

function indexOfRate({ num, den }: FrameRate): number {
  const at = frameRates.findIndex((rate) => Math.abs(rate.num / rate.den - num / den) < 0.01)
  return Math.max(0, at)
}
