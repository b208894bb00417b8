import '../../parts/ChangesDialog.css'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { FixResult, Left } from '#core/checks/fix.ts'
import { findingWords } from '#core/checks/finding-words.ts'
import type { RuleId } from '#core/checks/rule.ts'
import { Button } from '#src/ui/Button.ts'
import { Checkbox } from '#src/ui/Checkbox.ts'
import { DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { Spinner } from '#src/ui/Spinner.ts'
import { VirtualList } from '#src/ui/VirtualList.tsx'
import { type ChangedLine, ChangeList } from '../../parts/ChangeList.tsx'
import { useEditor, useNotation } from '../../context/use-editor.ts'
import { EditorDialog } from '../../parts/EditorDialog.tsx'
import type { EditorSession } from '../../model/session.ts'
import { fixingOf } from './fixing.ts'

/** A preview of all fixes, line by line; the user can leave out lines and rules. */
export function FixDialog(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session } = editor
  const fixing = fixingOf(editor)
  const { all, result } = useSnapshot(fixing.cells)
  const changes = result?.patch.length ?? 0
  const close = (): void => fixing.close()
  return (
    <EditorDialog
      name="fix"
      title={result ? t('fix_title', { count: changes }) : t('fix_working')}
      className="fix-dialog"
      onClose={close}
    >
      <DialogBody>
        {!all && <Spinner />}
        {all && result && all.patch.length > 0 && <Choice all={all} result={result} />}
        {result && result.left.length > 0 && (
          <>
            <h3>{t('fix_left', { count: result.left.length })}</h3>
            <VirtualList
              items={result.left}
              rowHeight={48}
              keyOf={(left, index) => `${left.finding.id} ${index}`}
              label={t('fix_left', { count: result.left.length })}
              render={(left) => <LeftLine session={session} left={left} />}
            />
          </>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} onClick={close} />
            <Button
              intent="primary"
              autoFocus
              text={t('fix_apply', { count: changes })}
              disabled={result !== undefined && changes === 0}
              onClick={() => void fixing.apply()}
            />
          </>
        }
      />
    </EditorDialog>
  )
}

/** All possible fixes, with a checkbox for each rule and each line. */
function Choice({ all, result }: { all: FixResult; result: FixResult }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const fixing = fixingOf(editor)
  const { left } = useSnapshot(fixing.cells)
  const lines = useChangedLines(all, result, left.lines)
  const counts = useMemo(() => {
    const byRule = new Map<RuleId, number>()
    for (const { rule } of all.fixed) byRule.set(rule, (byRule.get(rule) ?? 0) + 1)
    return [...byRule]
  }, [all])
  const toggle = (rule: RuleId): void => {
    const rules = new Set(left.rules)
    if (!rules.delete(rule)) rules.add(rule)
    void fixing.choose({ ...left, rules })
  }
  return (
    <>
      {counts.length > 1 && (
        <div className="fix-rules" role="group" aria-label={t('fix_rules')}>
          {counts.map(([rule, count]) => (
            <Checkbox
              key={rule}
              inline
              checked={!left.rules.has(rule)}
              label={`${t(`checks:title_${rule}`)} (${count})`}
              onChange={() => toggle(rule)}
            />
          ))}
        </div>
      )}
      <ChangeList
        lines={lines}
        left={left.lines}
        label={t('fix_changes')}
        onLeave={(chosen) => void fixing.choose({ ...left, lines: chosen })}
      />
    </>
  )
}

/** Lines that all fixes together change, as the chosen fixes leave them. */
function useChangedLines(all: FixResult, result: FixResult, left: ReadonlySet<string>): readonly ChangedLine[] {
  const { t } = useTranslation('editor')
  const { session, media } = useEditor()
  return useMemo(() => {
    const chosen = new Map(result.patch.map((change) => [change.id, change]))
    const rulesOf = new Map<string, Set<RuleId>>()
    for (const { id, rule } of all.fixed) rulesOf.set(id, (rulesOf.get(id) ?? new Set<RuleId>()).add(rule))
    return all.patch.flatMap(({ id, from, to, at }): ChangedLine[] => {
      if (!from) return []
      const now = chosen.get(id)
      // An excluded line shows its fix all the same.
      const after = now ? now.to : left.has(id) ? to : from
      const rules = [...(rulesOf.get(id) ?? [])].map((rule) => t(`checks:title_${rule}`)).join(' · ')
      const about = now || left.has(id) ? rules || t('fix_beside') : t('fix_not_alone')
      const number = (session.list.index.get(id) ?? at) + 1
      return [{ key: id, number, before: from, after, about, language: media.language }]
    })
  }, [all, result, left, session, media, t])
}

function LeftLine({ session, left }: { session: EditorSession; left: Left }): ReactNode {
  const { t } = useTranslation('editor')
  const { finding, reason, breaks } = left
  const { message, values } = findingWords(finding, useNotation())
  const at = session.list.index.get(finding.id)
  const why = t(`checks:left_${reason}`, { rule: breaks ? t(`checks:title_${breaks}`) : '' })
  return (
    <div className="change">
      <span className="finding-number">{at === undefined ? '' : at + 1}</span>
      <span className="ellipsis">{t(`checks:${message}`, values)}</span>
      <span className="ellipsis muted">{why}</span>
    </div>
  )
}
