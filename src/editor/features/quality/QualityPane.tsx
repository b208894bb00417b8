import './QualityPane.css'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { replacePatch } from '#core/subtitle/cue/patch.ts'
import type { FixOptions } from '#core/checks/fix.ts'
import { csvReport, findingRows, htmlReport } from '#core/checks/report.ts'
import { findingWords } from '#core/checks/finding-words.ts'
import { type Finding, type RuleId, ruleIds, type Severity } from '#core/checks/rule.ts'
import { rules } from '#core/checks/rules.ts'
import type { LineFlag } from '#core/domain/task.ts'
import { Button } from '#src/ui/Button.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Clean, Cog, Download, Exchange, Flag, Wrench } from '#src/ui/icons.ts'
import { Menu, MenuItem } from '#src/ui/Menu.ts'
import { Select } from '#src/ui/Select.tsx'
import { writeTime } from '#core/timing/time-notation.ts'
import { Popover } from '#src/ui/Popover.tsx'
import { formatList } from '#src/ui/format.ts'
import { saveText } from '#src/ui/save-text.ts'
import { VirtualList } from '#src/ui/VirtualList.tsx'
import { useEditor, useNotation } from '../../context/use-editor.ts'
import { useFlagWords } from './use-flag-words.ts'
import { useProfileOptions } from './use-profile-options.ts'
import type { Editor } from '../../context/editor.ts'
import { spellingOf } from '../spelling/spelling.ts'
import { fixingOf } from './fixing.ts'
import { qualityOf } from './quality.ts'

/** Two rows of explanation, as the longest needs at the pane's initial width. */
const ROW_HEIGHT = 60

/** Findings of the open version by the chosen profile, with their fixes. */
export function QualityPane(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const quality = qualityOf(editor)
  const spelling = spellingOf(editor)
  const onFix = (options: FixOptions): void => void fixingOf(editor).ask(options)
  const [only, setOnly] = useState<Kind>()
  useSyncExternalStore(quality.subscribe, quality.version)
  const options = useProfileOptions()
  useSyncExternalStore(spelling.subscribe, spelling.version)
  const found = inOrder(editor)
  const kinds: readonly Kind[] = [flagged, spelled, ...ruleIds]
  const present = kinds.filter((kind) => found.some((item) => kindOf(item) === kind))
  const filter = only && present.includes(only) ? only : undefined
  const shown = filter ? found.filter((item) => kindOf(item) === filter) : found
  const canFix = shown.some((item) => !isFlag(item) && !isUnknown(item))
  return (
    <section className="quality" aria-label={t('quality')}>
      <div className="quality-bar">
        <Select
          kind="tool"
          label={t('profile')}
          value={quality.profile.id()}
          onChange={(id) => quality.profile.choose(id)}
          options={options}
        />
        <IconButton
          size="small"
          icon={<Cog />}
          label={t('action_profiles')}
          onClick={() => editor.dialogs.open({ name: 'profiles' })}
        />
        <Select<Kind | ''>
          kind="tool"
          label={t('filter_rule')}
          value={filter ?? ''}
          onChange={(kind) => setOnly(kind || undefined)}
          options={[
            { value: '', label: t('all_findings', { count: found.length }) },
            ...present.map((kind) => ({
              value: kind,
              label:
                kind === flagged
                  ? t('flagged_lines', { count: quality.flags.size })
                  : kind === spelled
                    ? t('spelling_title')
                    : t(`checks:title_${kind}`),
            })),
          ]}
        />
        <span className="editor-gap" />
        <Button
          variant="minimal"
          className="quality-fix"
          icon={<Wrench />}
          text={t('fix_all')}
          data-tip={t('fix_all')}
          disabled={!canFix}
          onClick={() => onFix(filter && filter !== flagged && filter !== spelled ? { only: new Set([filter]) } : {})}
        />
        <Report disabled={quality.all.size === 0} />
      </div>
      {shown.length === 0 ? (
        <p className="quality-none muted">
          <Clean /> {t('no_findings')}
        </p>
      ) : (
        <VirtualList
          items={shown}
          rowHeight={ROW_HEIGHT}
          keyOf={(item, index) => `${isFlag(item) ? item.cue_id : item.id} ${kindOf(item)} ${index}`}
          label={t('findings')}
          render={(item) => <ItemLine item={item} onFix={onFix} />}
        />
      )}
    </section>
  )
}

const flagged = 'flag'
const spelled = 'spelling'
/** Kind of a row: a rule, a task's flag, or unknown words. */
type Kind = RuleId | typeof flagged | typeof spelled

/** Unknown words of a line. */
interface UnknownWords {
  readonly id: string
  readonly words: string
}
type Item = Finding | LineFlag | UnknownWords

const isFlag = (item: Item): item is LineFlag => 'verdict' in item
const isUnknown = (item: Item): item is UnknownWords => 'words' in item
const kindOf = (item: Item): Kind => (isFlag(item) ? flagged : isUnknown(item) ? spelled : item.rule)

function inOrder(editor: Editor): Item[] {
  const { session } = editor
  const quality = qualityOf(editor)
  const spelling = spellingOf(editor)
  const found: Item[] = []
  for (const cue of session.list) {
    const flag = quality.flags.of(cue.id)
    if (flag) found.push(flag)
    found.push(...(quality.all.get(cue.id) ?? []))
    const unknown = spelling.of(cue)
    if (unknown.length > 0) found.push({ id: cue.id, words: formatList(unknown.map(({ word }) => word)) })
  }
  return found
}

/** A line with words that are not in the dictionary; the text box underlines them. */
function UnknownLine({ item: { id, words } }: { item: UnknownWords }): ReactNode {
  const { t } = useTranslation('editor')
  return <Place id={id} look="hint" text={t('spelling_words', { words })} />
}

function ItemLine({ item, onFix }: { item: Item; onFix: LineProps['onFix'] }): ReactNode {
  if (isFlag(item)) return <FlagLine flag={item} />
  if (isUnknown(item)) return <UnknownLine item={item} />
  return <FindingLine finding={item} onFix={onFix} />
}

interface LineProps {
  finding: Finding
  onFix: (options: FixOptions) => void
}

function FindingLine({ finding, onFix }: LineProps): ReactNode {
  const { t } = useTranslation('editor')
  const { session } = useEditor()
  const notation = useNotation()
  const { message, values } = findingWords(finding, notation)
  const n = (session.list.index.get(finding.id) ?? 0) + 1
  return (
    <>
      <Place id={finding.id} look={finding.severity} text={t(`checks:${message}`, values)} />
      {rules[finding.rule].fix && (
        <IconButton
          size="small"
          icon={<Wrench />}
          onClick={() => onFix({ only: new Set([finding.rule]), ids: new Set([finding.id]) })}
          label={t('fix_this', { n, rule: t(`checks:title_${finding.rule}`) })}
          tip={t('fix')}
        />
      )}
    </>
  )
}

/** A line flagged by a task, until the user edits it. */
function FlagLine({ flag }: { flag: LineFlag }): ReactNode {
  const { t } = useTranslation('editor')
  const { session } = useEditor()
  const words = useFlagWords()
  const take = (): void => {
    const cue = session.list.at(session.list.index.get(flag.cue_id) ?? -1)
    if (cue) session.edit('step_text', replacePatch(session.list, [{ ...cue, text: flag.note }]))
  }
  return (
    <>
      <Place id={flag.cue_id} look="flag" text={words(flag)} />
      {flag.verdict === 'differs' && (
        <IconButton size="small" icon={<Exchange />} onClick={take} label={t('flag_take', { text: flag.note })} />
      )}
    </>
  )
}

interface PlaceProps {
  /** Id of the line. */
  id: string
  look: Severity | 'flag'
  text: string
}

/** A finding and its line; a click goes there. */
function Place({ id, look, text }: PlaceProps): ReactNode {
  const editor = useEditor()
  const { session } = editor
  const notation = useNotation()
  const at = session.list.index.get(id)
  const cue = at === undefined ? undefined : session.list.at(at)
  if (at === undefined || !cue) return null
  return (
    <button
      type="button"
      className={`finding finding-${look}`}
      onClick={() => editor.goTo(id)}
      data-tip={text}
      data-tip-cut=".finding-text"
    >
      <span className="finding-place">
        {look === 'flag' && <Flag size={12} />}
        <span>{at + 1}</span>
        <span className="finding-time">{writeTime(cue.start, notation)}</span>
      </span>
      <span className="finding-text">{text}</span>
    </button>
  )
}

function Report({ disabled }: { disabled: boolean }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session, media } = editor
  const quality = qualityOf(editor)
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
  const saveCsv = (): void => saveText(`${name}.csv`, csvReport(rows()), { hasMark: true })
  const saveHtml = (): void => saveText(`${name}.html`, htmlReport(rows(), `${name} · ${quality.profile.name}`, heads))
  return (
    <Popover
      placement="bottom-end"
      disabled={disabled}
      content={
        <Menu>
          <MenuItem text="CSV" onClick={saveCsv} />
          <MenuItem text="HTML" onClick={saveHtml} />
        </Menu>
      }
    >
      <IconButton icon={<Download />} label={t('report')} disabled={disabled} />
    </Popover>
  )
}
