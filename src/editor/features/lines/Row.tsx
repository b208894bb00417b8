import { memo, type ReactNode, useCallback, useSyncExternalStore } from 'react'
import type { TFunction } from 'i18next'
import { type Reading, readingOf, roundedAbove } from '#core/checks/readings.ts'
import type { Limits } from '#core/checks/rule.ts'
import type { Role } from '#core/contract/role.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { cueErrorKinds } from '#core/subtitle/cue/cue-errors.ts'
import { cueIn } from '#core/subtitle/cue/cue-list.ts'
import { textDirection } from '#core/subtitle/text/direction.ts'
import type { TimeNotation } from '#core/timing/time-notation.ts'
import type { LimitWords } from '../quality/use-limit-words.ts'
import { useEditor } from '../../context/use-editor.ts'
import { type Refusals, refusalOf } from './refusals.ts'
import { RowMarks } from './RowMarks.tsx'
import { type RowTime, rowTimes, writtenTime } from '../../parts/row-times.ts'
import { RowText } from './RowText.tsx'
import { placeOfRow } from './rows-in-view.ts'
import { type Refusal, Refused } from '../../parts/TimeField.tsx'

interface Props {
  top: number
  /** Additional rows of text. */
  grown: number
  index: number
  cue: Cue
  errors: string
  limits: Limits
  isFocused: boolean
  isSelected: boolean
  roles: readonly Role[]
  /** Text of the reference version at that time; undefined without a reference. */
  reference: string | undefined
  words: Words
  notation: TimeNotation
  refusals: Refusals
}

/** Texts and limits of all rows, shared since a scroll renders many rows. */
export interface Words extends LimitWords {
  readonly t: TFunction<'editor'>
  /** Names of the time columns. */
  readonly columns: Readonly<Record<RowTime['name'], string>>
}

/** A line as text. The fields of the focused line lie over it. */
export const Row = memo(function Row(props: Props): ReactNode {
  const { top, grown, index, errors, limits, isFocused, isSelected, roles, reference, words, notation } = props
  const { t } = words
  const { following, referenceLanguage } = useEditor()
  const cue = useCueAsTyped(props.cue, isFocused)
  const isPlaying = useSyncExternalStore(following.subscribe, () => following.line() === cue.id)
  const refused = rowTimes.map((time) => refusalOf(props.refusals, cue, time, notation))
  const reading = readingOf(cue, limits)
  const className = [
    'row',
    isSelected && 'row-selected',
    isFocused && 'row-focused',
    isPlaying && 'row-playing',
    grown > 0 && 'row-grown',
    errors && 'row-faulty',
    refused.some(Boolean) && 'row-refused',
  ]
    .filter(Boolean)
    .join(' ')
  const tip = errors && tipOf(errors, t)
  return (
    <div
      className={className}
      style={placeOfRow(top, grown)}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      aria-current={isPlaying}
      data-cue={cue.id}
    >
      <span role="gridcell">
        <button
          type="button"
          className="row-number"
          // The fields of the focused line come next in tab order.
          tabIndex={isFocused ? 0 : -1}
          aria-label={errors ? `${index + 1}: ${tip}` : `${index + 1}`}
          data-tip={tip || undefined}
        >
          {index + 1}
        </button>
      </span>
      {rowTimes.map((time, at) => (
        <TimeCell
          key={time.name}
          time={time}
          cue={cue}
          words={words}
          notation={notation}
          isOff={time.isLength && reading.isOffLength}
          refusal={refused[at]}
        />
      ))}
      {reference !== undefined && (
        <span
          role="gridcell"
          className="row-reference"
          dir={textDirection(reference, referenceLanguage)}
          data-tip={reference}
        >
          {reference}
        </span>
      )}
      <span role="gridcell" className="row-text-cell">
        <RowMarks cue={cue} roles={roles} t={t} />
        <RowText cue={cue} />
      </span>
      <Figures reading={reading} limits={limits} words={words} />
    </div>
  )
})

/** A row's cue: the focused one changes with each typed letter, others at the next pause. */
function useCueAsTyped(cue: Cue, isFocused: boolean): Cue {
  const { session } = useEditor()
  const subscribe = useCallback(
    (listener: () => void) => (isFocused ? session.onChange(listener) : () => undefined),
    [session, isFocused],
  )
  return useSyncExternalStore(subscribe, () => (isFocused && cueIn(session.shown, cue.id)) || cue)
}

function tipOf(errors: string, t: Words['t']): string {
  const found = errors.split(' ')
  return cueErrorKinds
    .filter((kind) => found.includes(kind))
    .map((kind) => t(kind))
    .join(' · ')
}

interface TimeCellProps {
  time: RowTime
  cue: Cue
  words: Words
  notation: TimeNotation
  isOff: boolean
  refusal: Refusal | undefined
}

function TimeCell({ time, cue, words, notation, isOff, refusal }: TimeCellProps): ReactNode {
  const shown = refusal?.typed ?? writtenTime(time, cue, notation)
  const { cell, text } = classOfTime(time, isOff)
  return (
    <span
      role="gridcell"
      className={cell}
      aria-label={`${words.columns[time.name]} ${shown}`}
      data-part={time.name}
      data-tip={time.isLength ? words.length : undefined}
    >
      <span className={refusal ? `row-part row-time ${text} row-time-refused` : `row-part row-time ${text}`}>
        {shown}
      </span>
      {refusal && <Refused id={cue.id} time={time} refusal={refusal} rate={notation.rate} />}
    </span>
  )
}

/** Classes of a time's cell and text, in a row and over it. */
export function classOfTime({ isLength }: RowTime, isOff: boolean): { readonly cell: string; readonly text: string } {
  if (!isLength) return { cell: 'row-time-cell', text: '' }
  return { cell: 'row-time-cell row-length-cell', text: isOff ? 'row-length row-figure-off' : 'row-length' }
}

/** Characters per second and longest row of text; red beyond the profile's limits. */
function Figures({ reading, limits, words }: { reading: Reading; limits: Limits; words: Words }): ReactNode {
  const { cps, isFast, row, isWide } = reading
  return (
    <>
      <span
        role="gridcell"
        className={isFast ? 'row-figure row-cps row-figure-off' : 'row-figure row-cps'}
        data-tip={words.cps}
      >
        {isFast ? roundedAbove(cps, limits.cps, 0) : cps.toFixed(0)}
      </span>
      <span role="gridcell" className={isWide ? 'row-figure row-figure-off' : 'row-figure'} data-tip={words.cpl}>
        {row}
      </span>
    </>
  )
}
