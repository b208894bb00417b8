import { Button, Checkbox, DialogBody, DialogFooter, FormGroup, NumericInput } from '@blueprintjs/core'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { shiftField } from '#core/domain/limits.ts'
import type { CueList } from '#core/subtitle/cue-list.ts'
import { formatTimecode } from '#core/subtitle/timecode.ts'
import { allowed, planShift, type ShiftPlan, type ShiftScope } from '#core/timing/shift.ts'
import { call } from '#src/api/call.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { useVersionName } from '#src/tasks/version-name.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { notify } from '#src/ui/toaster.ts'
import { useEditor } from '../editor.ts'
import { VersionsChanged, type LinkedVersion, readVersion, writeVersions } from '../linked/versions.ts'
import type { EditorLibrary } from '../media/editor-media.ts'
import { usePreview } from '../use-preview.ts'
import { EditorDialog } from './EditorDialog.tsx'

const scopes = ['from', 'all', 'chosen', 'range'] as const
type Scope = (typeof scopes)[number]

/** One version that may be shifted along. */
interface Candidate {
  readonly fileId: string
  readonly name: string
  readonly durationMs: number
}

/** Moves lines in time, in this version and in others, with what would become of each before it is done. */
export function ShiftDialog({ library }: { library: EditorLibrary | undefined }): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <EditorDialog name="shift" title={t('shift_title')} className="shift-dialog">
      <ShiftForm library={library} />
    </EditorDialog>
  )
}

function ShiftForm({ library }: { library: EditorLibrary | undefined }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session, panels, media } = editor
  const cells = useSnapshot(session.cells)
  const list = cells.list as CueList
  const { range } = useSnapshot(panels)
  const [by, setBy] = useState<number>(shiftField.usual)
  const [scope, setScope] = useState<Scope>(range ? 'range' : session.cells.selection.length > 1 ? 'chosen' : 'from')
  const [isBusy, setBusy] = useState(false)
  const { candidates, isWhole, addFolder } = useCandidates(library)
  const lengths = JSON.stringify(candidates.map(({ fileId, durationMs }) => [fileId, durationMs]))
  const { others, isWanted, isReading, toggle, reread } = useOthers()
  const { selection, focus } = cells
  const chosen = useMemo(
    () => scopeOf(scope, selection, list.at(list.index.get(focus ?? '') ?? 0)?.start ?? 0, range),
    [scope, selection, list, focus, range],
  )
  const plans = useMemo(() => {
    const open = { key: 'open', list, rules: session.rules }
    const byId = new Map(JSON.parse(lengths) as [string, number][])
    const rest = others.map((other) => {
      const duration = byId.get(other.fileId) || Infinity
      return { key: other.fileId, list: other.list, rules: { ...session.rules, duration } }
    })
    // The lines chosen here are no lines of the other versions: those follow by their times.
    const elsewhere = scope === 'chosen' ? spanOf(chosen, list.cues) : chosen
    return [...planShift([open], chosen, by), ...planShift(rest, elsewhere, by)]
  }, [list, others, lengths, session, scope, chosen, by])
  usePreview(plans[0]!.patch)
  const isAllowed = allowed(plans)
  const total = plans.reduce((sum, plan) => sum + plan.moved, 0)
  const apply = async (): Promise<void> => {
    if (!isAllowed || by === 0) return notify.warning(t('refused_invalid_move'))
    setBusy(true)
    try {
      const [own, ...rest] = plans
      const done = await writeVersions(rest.map(({ patch }, at) => ({ version: others[at]!, patch })))
      session.edit('step_shift', own!.patch, { others: done })
      editor.linked.show(done)
      editor.close()
      notify.success(t('shifted', { count: total }))
    } catch (error) {
      if (!(error instanceof VersionsChanged)) return notifyFailure(error)
      await reread()
      notify.warning(t('others_changed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void apply()
      }}
    >
      <DialogBody>
        <div className="shift-fields">
          <FormGroup label={t('shift_by')}>
            <NumericInput
              aria-label={t('shift_by')}
              autoFocus
              selectAllOnFocus
              fill
              min={-media.durationMs || shiftField.min}
              max={media.durationMs || shiftField.max}
              stepSize={shiftField.step}
              minorStepSize={1}
              majorStepSize={1000}
              clampValueOnBlur
              defaultValue={shiftField.usual}
              rightElement={<span className="shift-unit muted">ms</span>}
              onValueChange={(value) => setBy(Number.isFinite(value) ? Math.round(value) : 0)}
            />
          </FormGroup>
          <SelectField
            id="shift-scope"
            label={t('shift_scope')}
            value={scope}
            onChange={setScope}
            options={scopes.map((value) => ({
              value,
              label: t(`shift_${value}`),
              disabled: value === 'range' && !range,
            }))}
          />
        </div>
        {library && (
          <fieldset className="shift-versions">
            <legend>{t('shift_also')}</legend>
            {candidates.map((candidate) => (
              <Checkbox
                key={candidate.fileId}
                label={candidate.name}
                checked={isWanted(candidate.fileId)}
                onChange={() => void toggle(candidate.fileId)}
              />
            ))}
            {candidates.length === 0 && <p className="muted">{t('shift_no_other')}</p>}
            {!isWhole && (
              <Button variant="minimal" size="small" text={t('shift_folder')} onClick={() => void addFolder()} />
            )}
          </fieldset>
        )}
        <Outcome plans={plans} candidates={candidates} />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} onClick={() => editor.close()} />
            <Button
              type="submit"
              intent="primary"
              loading={isBusy || isReading}
              disabled={!isAllowed || total === 0 || by === 0}
              text={t('shift_apply', { count: total })}
            />
          </>
        }
      />
    </form>
  )
}

/** What would become of each version. */
function Outcome({ plans, candidates }: { plans: readonly ShiftPlan<string>[]; candidates: readonly Candidate[] }) {
  const { t } = useTranslation('editor')
  return (
    <table className="shift-outcome">
      <thead>
        <tr>
          <th>{t('version')}</th>
          <th>{t('shift_moved')}</th>
          <th>{t('shift_outcome')}</th>
        </tr>
      </thead>
      <tbody>
        {plans.map(({ key, moved, fault }) => (
          <tr key={key} data-fault={fault?.reason}>
            <td>{key === 'open' ? t('shift_open') : candidates.find(({ fileId }) => fileId === key)?.name}</td>
            <td>{moved}</td>
            <td className={fault ? 'shift-fault' : ''}>
              {fault
                ? t(`shift_fault_${fault.reason}`, {
                    n: fault.at + 1,
                    time: formatTimecode(Math.max(0, fault.cue.start)),
                  })
                : t('shift_fine')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function scopeOf(
  scope: Scope,
  selection: readonly string[],
  from: number,
  range: { readonly from: number; readonly to: number } | undefined,
): ShiftScope {
  if (scope === 'chosen') return { kind: 'chosen', ids: new Set(selection) }
  if (scope === 'from') return { kind: 'from', time: from }
  return scope === 'range' && range ? { kind: 'range', ...range } : { kind: 'all' }
}

function spanOf(scope: ShiftScope, cues: readonly { id: string; start: number }[]): ShiftScope {
  if (scope.kind !== 'chosen') return scope
  const starts = cues.filter(({ id }) => scope.ids.has(id)).map(({ start }) => start)
  return { kind: 'range', from: Math.min(...starts), to: Math.max(...starts) + 1 }
}

/** The other versions of the video, and on demand those of the folder's other videos. */
function useCandidates(library: EditorLibrary | undefined) {
  const nameOf = useVersionName()
  const [rest, setRest] = useState<readonly Candidate[]>()
  const own: Candidate[] = (library?.versions ?? [])
    .filter(({ file_id }) => file_id !== library?.fileId)
    .map((version) => ({
      fileId: version.file_id,
      name: nameOf(version),
      durationMs: library?.video.video_info.duration_ms ?? 0,
    }))
  const addFolder = async (): Promise<void> => {
    if (!library) return
    const { folder_id, video_id } = library.video
    try {
      const { list: videos } = await call('listVideos', { folder_id, page_size: 200 })
      const found: Candidate[] = []
      for (const video of videos) {
        if (video.video_id === video_id) continue
        const { list: versions } = await call('listVersions', { folder_id, video_id: video.video_id })
        for (const version of versions) {
          const name = `${video.video_name} · ${nameOf(version)}`
          found.push({ fileId: version.file_id, name, durationMs: video.video_info.duration_ms })
        }
      }
      setRest(found)
    } catch (error) {
      notifyFailure(error)
    }
  }
  return { candidates: [...own, ...(rest ?? [])], isWhole: rest !== undefined, addFolder }
}

/** The versions that are shifted along: wanted at once, planned with once they are read. */
function useOthers() {
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set())
  const [read, setRead] = useState<readonly LinkedVersion[]>([])
  const others = useMemo(() => read.filter(({ fileId }) => wanted.has(fileId)), [read, wanted])
  const toggle = async (fileId: string): Promise<void> => {
    const isOn = !wanted.has(fileId)
    setWanted((before) => withMember(before, fileId, isOn))
    if (!isOn || read.some((other) => other.fileId === fileId)) return
    try {
      const version = await readVersion(fileId)
      setRead((before) => [...before.filter((other) => other.fileId !== fileId), version])
    } catch (error) {
      setWanted((before) => withMember(before, fileId, false))
      notifyFailure(error)
    }
  }
  const reread = async (): Promise<void> => {
    setRead(await Promise.all(others.map(({ fileId }) => readVersion(fileId))))
  }
  return {
    others,
    isWanted: (fileId: string) => wanted.has(fileId),
    isReading: others.length < wanted.size,
    toggle,
    reread,
  }
}

function withMember(set: ReadonlySet<string>, member: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(set)
  if (isIn) next.add(member)
  else next.delete(member)
  return next
}
