import './QualityPane.css'
import { Button } from '@blueprintjs/core'
import { Clean, Download, Wrench } from '@blueprintjs/icons'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { FixOptions } from '#core/checks/fix.ts'
import { profileIds, profiles } from '#core/checks/profiles.ts'
import { csvReport, findingRows, htmlReport } from '#core/checks/report.ts'
import { findingWords } from '#core/checks/finding-words.ts'
import { type Finding, type RuleId, ruleIds } from '#core/checks/rule.ts'
import { rules } from '#core/checks/rules.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Select } from '#src/ui/Select.tsx'
import { writeTime } from '#core/timing/time-notation.ts'
import { saveText } from '#src/ui/save-text.ts'
import { VirtualList } from '#src/ui/VirtualList.tsx'
import { useEditor, useNotation } from '../use-editor.ts'
import type { Quality } from '../quality/quality.ts'
import type { EditorSession } from '../session.ts'

/** Room for two rows of explanation: as many as the longest takes at the pane's first width. */
const ROW_HEIGHT = 60

/** The findings of the open version by the chosen profile, with what can be done about them. */
export function QualityPane(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session, quality } = editor
  const onFix = (options: FixOptions): void => void editor.fixing.ask(options)
  const [only, setOnly] = useState<RuleId>()
  useSyncExternalStore(quality.subscribe, quality.version)
  const findings = inOrder(session, quality)
  const present = ruleIds.filter((rule) => findings.some((finding) => finding.rule === rule))
  const filter = only && present.includes(only) ? only : undefined
  const shown = filter ? findings.filter((finding) => finding.rule === filter) : findings
  return (
    <section className="quality" aria-label={t('quality')}>
      <div className="quality-bar">
        <Select
          kind="tool"
          label={t('profile')}
          value={quality.profile.id()}
          onChange={(id) => quality.profile.choose(id)}
          options={profileIds.map((id) => ({ value: id, label: profiles[id].name }))}
        />
        <Select<RuleId | ''>
          kind="tool"
          label={t('filter_rule')}
          value={filter ?? ''}
          onChange={(rule) => setOnly(rule || undefined)}
          options={[
            { value: '', label: t('all_findings', { count: findings.length }) },
            ...present.map((rule) => ({ value: rule, label: t(`checks:title_${rule}`) })),
          ]}
        />
        <span className="editor-gap" />
        <Button
          variant="minimal"
          icon={<Wrench />}
          text={t('fix_all')}
          disabled={shown.length === 0}
          onClick={() => onFix(filter ? { only: new Set([filter]) } : {})}
        />
        <Report disabled={findings.length === 0} />
      </div>
      {shown.length === 0 ? (
        <p className="quality-none muted">
          <Clean /> {t('no_findings')}
        </p>
      ) : (
        <VirtualList
          items={shown}
          rowHeight={ROW_HEIGHT}
          keyOf={(finding, index) => `${finding.id} ${finding.rule} ${index}`}
          label={t('findings')}
          render={(finding) => <FindingLine finding={finding} onFix={onFix} />}
        />
      )}
    </section>
  )
}

function inOrder(session: EditorSession, quality: Quality): Finding[] {
  const found: Finding[] = []
  for (const cue of session.list) found.push(...(quality.all.get(cue.id) ?? []))
  return found
}

interface LineProps {
  finding: Finding
  onFix: (options: FixOptions) => void
}

function FindingLine({ finding, onFix }: LineProps): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session } = editor
  const notation = useNotation()
  const at = session.list.index.get(finding.id)
  const cue = at === undefined ? undefined : session.list.at(at)
  if (at === undefined || !cue) return null
  const { message, values } = findingWords(finding, notation)
  const explanation = t(`checks:${message}`, values)
  return (
    <>
      <button
        type="button"
        className={`finding finding-${finding.severity}`}
        onClick={() => editor.goTo(cue.id)}
        title={explanation}
      >
        <span className="finding-place">
          <span>{at + 1}</span>
          <span className="finding-time">{writeTime(cue.start, notation)}</span>
        </span>
        <span className="finding-text">{explanation}</span>
      </button>
      {rules[finding.rule].fix && (
        <IconButton
          size="small"
          icon={<Wrench />}
          onClick={() => onFix({ only: new Set([finding.rule]), ids: new Set([finding.id]) })}
          label={t('fix_this', { n: at + 1, rule: t(`checks:title_${finding.rule}`) })}
          tip={t('fix')}
        />
      )}
    </>
  )
}

function Report({ disabled }: { disabled: boolean }): ReactNode {
  const { t } = useTranslation('editor')
  const { session, quality, media } = useEditor()
  const notation = useNotation()
  const { name } = media
  const rows = () =>
    findingRows(name, session.list.cues, quality.all, {
      explain: (finding) => {
        const { message, values } = findingWords(finding, notation)
        return t(`checks:${message}`, values)
      },
      notation,
    })
  const heads = {
    number: t('report_number'),
    start: t('report_start'),
    end: t('report_end'),
    severity: t('report_severity'),
    rule: t('report_rule'),
    explanation: t('report_explanation'),
    text: t('report_text'),
  }
  return (
    <>
      <Button
        variant="minimal"
        icon={<Download />}
        text="CSV"
        disabled={disabled}
        onClick={() => saveText(`${name}.csv`, csvReport(rows()), { hasMark: true })}
      />
      <Button
        variant="minimal"
        icon={<Download />}
        text="HTML"
        disabled={disabled}
        onClick={() =>
          saveText(`${name}.html`, htmlReport(rows(), `${name} · ${profiles[quality.profile.id()].name}`, heads))
        }
      />
    </>
  )
}
