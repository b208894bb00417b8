import './LineDetails.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { findingWords } from '#core/checks/finding-words.ts'
import { readingOf } from '#core/checks/readings.ts'
import type { Finding } from '#core/checks/rule.ts'
import { rules } from '#core/checks/rules.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { textDirection } from '#core/subtitle/text/direction.ts'
import { plainText } from '#core/subtitle/text/markup.ts'
import { writeLength, writeSpan } from '#core/timing/time-notation.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Flag, Tick, WarningSign, Wrench } from '#src/ui/icons.ts'
import type { Editor } from '../../context/editor.ts'
import { useKeyName } from '../../keys/use-key-name.ts'
import { LineVoice } from '../dub/LineVoice.tsx'
import { reviewLine } from '../quality/review.ts'
import { useFlagWords } from '../quality/use-flag-words.ts'
import { isUnsure } from '../speakers/line-speakers.ts'
import { percentOf, useSpeakerSure } from '../speakers/use-speaker-sure.ts'
import { useLimits } from '../quality/use-limits.ts'
import { useLimitWords } from '../quality/use-limit-words.ts'
import { colorOfRole } from '../../parts/role-colors.ts'
import { useEditor, useNotation, useRoles } from '../../context/use-editor.ts'
import { type ShownLine, useShownLine } from './use-shown-line.ts'
import { fixingOf } from '../quality/fixing.ts'

/** Details of the focused line: its rows and speed against the profile's limits, and its findings. */
export function LineDetails(): ReactNode {
  const { t } = useTranslation('editor')
  const line = useShownLine()
  if (!line) return <p className="line-details-none muted">{t('details_none')}</p>
  const { cue } = line
  return (
    <section className="line-details" aria-label={t('details')}>
      <Head line={line} />
      <Measures cue={cue} />
      <Speakers cue={cue} />
      <Found line={line} />
    </section>
  )
}

function Head({ line: { cue, n, count } }: { line: ShownLine }): ReactNode {
  const { t } = useTranslation('editor')
  const notation = useNotation()
  return (
    <header className="line-details-head">
      <h2>{t('details_line', { n, count })}</h2>
      <span className="line-details-time muted">{writeSpan(cue, notation)}</span>
    </header>
  )
}

/** Rows of text, speed and duration, each against the profile's limit. */
function Measures({ cue }: { cue: Cue }): ReactNode {
  const { t } = useTranslation('editor')
  const notation = useNotation()
  const limits = useLimits()
  const { rows, cps, ms, isFast, isOffLength, lengthLimit } = readingOf(cue, limits)
  const tips = useLimitWords(limits, notation)
  const texts = plainText(cue.text).split('\n')
  const limit = writeLength(cue.start, cue.start + lengthLimit, notation)
  const bound = lengthLimit < limits.maxDuration ? `≥ ${limit}` : limit
  return (
    <dl className="line-measures">
      {rows.map((length, at) => (
        <Measure
          key={at}
          name={texts[at] || t('details_empty')}
          value={length}
          limit={limits.lineLength}
          isOff={length > limits.lineLength}
          text={`${length} / ${limits.lineLength}`}
          tip={tips.cpl}
          isText
        />
      ))}
      <Measure
        name={t('details_speed')}
        value={cps}
        limit={limits.cps}
        isOff={isFast}
        text={`${cps.toFixed(1)} / ${limits.cps}`}
        tip={tips.cps}
      />
      <Measure
        name={t('details_length')}
        value={ms}
        limit={lengthLimit}
        isOff={isOffLength}
        text={`${writeLength(cue.start, cue.end, notation)} / ${bound}`}
        tip={tips.length}
      />
      <LineVoice cue={cue} />
    </dl>
  )
}

interface MeasureProps {
  name: string
  value: number
  limit: number
  isOff: boolean
  /** The formatted value and limit. */
  text: string
  tip: string
  /** Whether the name is a row of the line. */
  isText?: boolean
}

function Measure({ name, value, limit, isOff, text, tip, isText = false }: MeasureProps): ReactNode {
  const { media } = useEditor()
  const share = Math.min(1, limit > 0 ? value / limit : 0)
  return (
    <div className={isOff ? 'line-measure line-measure-off' : 'line-measure'} data-tip={tip}>
      <dt
        className={isText ? 'line-measure-text' : 'muted'}
        lang={isText ? media.language.replace('_', '-') : undefined}
        dir={isText ? textDirection(name, media.language) : undefined}
      >
        {name}
      </dt>
      <dd>
        <span>{text}</span>
        <span className="line-measure-bar" aria-hidden>
          <span style={{ width: `${share * 100}%` }} />
        </span>
      </dd>
    </div>
  )
}

function Speakers({ cue }: { cue: Cue }): ReactNode {
  const { t } = useTranslation('editor')
  const roles = useRoles()
  const sure = useSpeakerSure(cue)
  const speakers = roles.filter((role) => cue.roles.includes(role.folder_role_id))
  if (speakers.length === 0) return null
  return (
    <ul className="line-speakers">
      {speakers.map((role) => (
        <li key={role.folder_role_id}>
          <span className="role-dot" style={{ background: colorOfRole(roles, role).strong }} />
          {role.role_name}
          {sure !== undefined && (
            <span className={isUnsure(sure) ? 'line-speaker-unsure' : 'muted'}>
              {t('speaker_share', { share: percentOf(sure) })}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Findings and flags of the line. */
function Found({ line: { n, findings, flag } }: { line: ShownLine }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { library } = editor
  const keyName = useKeyName()
  const words = useFlagWords()
  if (findings.length === 0 && !flag) {
    return (
      <p className="line-found line-fine muted">
        <Tick size={12} /> {t('details_fine')}
      </p>
    )
  }
  return (
    <ul className="line-found" aria-label={t('findings')}>
      {flag && (
        <li className="line-warning">
          <Flag size={12} />
          <span>{words(flag)}</span>
          {library && (
            <IconButton
              size="small"
              icon={<Tick size={12} />}
              label={t('action_review_line')}
              keyName={keyName('review_line')}
              onClick={() => void reviewLine(editor)}
            />
          )}
        </li>
      )}
      {findings.map((finding) => (
        <Fault key={finding.rule} finding={finding} n={n} />
      ))}
    </ul>
  )
}

function Fault({ finding, n }: { finding: Finding; n: number }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const notation = useNotation()
  const { message, values } = findingWords(finding, notation)
  return (
    <li className={`line-${finding.severity}`}>
      <WarningSign size={12} />
      <span>{t(`checks:${message}`, values)}</span>
      {rules[finding.rule].fix && (
        <IconButton
          size="small"
          icon={<Wrench size={12} />}
          label={t('fix_this', { n, rule: t(`checks:title_${finding.rule}`) })}
          tip={t('fix')}
          onClick={() => fix(editor, finding)}
        />
      )}
    </li>
  )
}

function fix(editor: Editor, { rule, id }: Finding): void {
  const fixing = fixingOf(editor)
  void fixing.ask({ only: new Set([rule]), ids: new Set([id]) })
}
