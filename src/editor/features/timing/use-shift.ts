import { greatestOf, leastOf } from '#core/domain/lists.ts'
import { useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { CueList } from '#core/subtitle/cue/cue-list.ts'
import type { Patch } from '#core/subtitle/cue/patch.ts'
import { allowed, planShift, type ShiftPlan, type ShiftScope } from '#core/timing/shift.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import { call } from '#src/api/call.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { useVersionName } from '#src/tasks/version-name.ts'
import type { LinkedVersion, PlannedChange } from '../../store/linked/versions.ts'
import { useEditor, useLibrary } from '../../context/use-editor.ts'

export const shiftScopes = ['from', 'all', 'chosen', 'range'] as const

/** The cues to shift, and by how many milliseconds. */
export interface ShiftChoice {
  readonly by: number
  readonly scope: (typeof shiftScopes)[number]
}

/** A version that may be shifted too. */
export interface Candidate {
  readonly fileId: string
  readonly name: string
  readonly durationMs: number
}

/** The result of the shift in the open version and in the others. */
export function useShiftPlans(
  { by, scope }: ShiftChoice,
  others: readonly LinkedVersion[],
  candidates: readonly Candidate[],
) {
  const { session, panels } = useEditor()
  const cells = useSnapshot(session.cells)
  const list = cells.list as CueList
  const { range } = useSnapshot(panels)
  const lengths = JSON.stringify(candidates.map(({ fileId, durationMs }) => [fileId, durationMs]))
  const { selection, focus } = cells
  const chosen = useMemo(
    () => scopeOf(scope, selection, list.at(list.index.get(focus ?? '') ?? 0)?.start ?? 0, range),
    [scope, selection, list, focus, range],
  )
  return useMemo(() => {
    const byId = new Map(JSON.parse(lengths) as [string, number][])
    const rest = others.map((version) => {
      const duration = byId.get(version.fileId) || Infinity
      return { key: version.fileId, list: version.list, rules: { ...session.rules, duration } }
    })
    const open: readonly ShiftPlan<string>[] = planShift([{ key: 'open', list, rules: session.rules }], chosen, by)
    // Chosen cues have other ids in other versions, which are shifted by times instead.
    const along = planShift(rest, scope === 'chosen' ? timesOf(chosen, list.cues) : chosen, by)
    const all = [...open, ...along]
    const own: Patch = open[0]?.patch ?? []
    const changes = along.flatMap(({ key, patch }): PlannedChange[] => {
      const version = others.find(({ fileId }) => fileId === key)
      return version ? [{ version, patch }] : []
    })
    return {
      all,
      own,
      others: changes,
      isAllowed: allowed(all),
      total: all.reduce((sum, { moved }) => sum + moved, 0),
    }
  }, [list, others, lengths, session, scope, chosen, by])
}

function scopeOf(
  scope: ShiftChoice['scope'],
  selection: readonly string[],
  from: number,
  range: TimeRange | undefined,
): ShiftScope {
  if (scope === 'chosen') return { kind: 'chosen', ids: new Set(selection) }
  if (scope === 'from') return { kind: 'from', time: from }
  return scope === 'range' && range ? { kind: 'range', from: range.start, to: range.end } : { kind: 'all' }
}

/** The times of chosen cues. */
function timesOf(scope: ShiftScope, cues: readonly { id: string; start: number }[]): ShiftScope {
  if (scope.kind !== 'chosen') return scope
  const starts = cues.filter(({ id }) => scope.ids.has(id)).map(({ start }) => start)
  return { kind: 'range', from: leastOf(starts), to: greatestOf(starts) + 1 }
}

/** The other versions of the video, and on demand those of the folder's other videos. */
export function useCandidates() {
  const nameOf = useVersionName()
  const library = useLibrary()
  const [rest, setRest] = useState<readonly Candidate[]>()
  const own: Candidate[] = (library?.others ?? []).map((version) => ({
    fileId: version.file_id,
    name: nameOf(version, library?.video.video_name),
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
        const { list: versions } = await call('listVersions', { video_id: video.video_id })
        for (const version of versions) {
          const name = `${video.video_name} · ${nameOf(version, video.video_name)}`
          found.push({ fileId: version.file_id, name, durationMs: video.video_info.duration_ms })
        }
      }
      setRest(found)
    } catch (error) {
      notifyFailure(error)
    }
  }
  return { all: [...own, ...(rest ?? [])], hasFolder: rest !== undefined, addFolder }
}

/** The other versions to shift. */
export interface OtherVersions {
  /** The chosen versions that are loaded. */
  readonly versions: readonly LinkedVersion[]
  readonly isWanted: (fileId: string) => boolean
  /** Whether a chosen version is still loading. */
  readonly isReading: boolean
  readonly toggle: (fileId: string) => Promise<void>
  readonly reread: () => Promise<void>
}

/** A version is chosen at once, and planned when it is loaded. */
export function useOthers(): OtherVersions {
  const { versions } = useEditor().opened
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set())
  const [read, setRead] = useState<readonly LinkedVersion[]>([])
  const others = useMemo(() => read.filter(({ fileId }) => wanted.has(fileId)), [read, wanted])
  const toggle = async (fileId: string): Promise<void> => {
    const isOn = !wanted.has(fileId)
    setWanted((before) => withMember(before, fileId, isOn))
    if (!isOn || read.some((other) => other.fileId === fileId)) return
    try {
      const version = await versions.read(fileId)
      setRead((before) => [...before.filter((other) => other.fileId !== fileId), version])
    } catch (error) {
      setWanted((before) => withMember(before, fileId, false))
      notifyFailure(error)
    }
  }
  const reread = async (): Promise<void> => {
    setRead(await Promise.all(others.map(({ fileId }) => versions.read(fileId))))
  }
  return {
    versions: others,
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
