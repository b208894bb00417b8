import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import type { FindingCounts } from '#core/checks/check.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { useEditor, useLibrary } from '../../context/use-editor.ts'
import { type Quality, qualityOf } from '../quality/quality.ts'

/** Counts of a version's findings, or that it could not be loaded. */
export type VersionCounts = FindingCounts | 'unread'

/** Counts by everything they depend on, so that an unchanged version is not checked again. */
const known = new Map<string, FindingCounts>()
const MAX_KNOWN = 200

/** Findings of the video's versions by id, by the chosen profile; missing ones follow one by one. */
export function useVersionCounts(): ReadonlyMap<string, VersionCounts> {
  const editor = useEditor()
  const { analysis } = editor
  const quality = qualityOf(editor)
  const library = useLibrary()
  useSyncExternalStore(quality.subscribe, quality.version)
  const profile = quality.profile.key
  const shots = analysis.shotChanges.join(' ')
  const [counts, setCounts] = useState<ReadonlyMap<string, VersionCounts>>(new Map())
  const keyOf = ({ file_id, revision, language }: SubtitleVersion): string =>
    [file_id, revision, language, profile, shots].join(' ')
  const others = library?.others ?? []
  const wanted = others.map(keyOf).join('|')
  const listed = useEffectEvent(() => others.map((version) => ({ version, key: keyOf(version) })))
  useEffect(() => {
    const control = new AbortController()
    const countAll = async (): Promise<void> => {
      for (const { version, key } of listed()) {
        const found = await countOne(version, key, quality, control.signal)
        if (control.signal.aborted) return
        setCounts((before) => new Map(before).set(version.file_id, found))
      }
    }
    void countAll()
    return () => control.abort()
    // `wanted` includes everything that the counts depend on.
  }, [wanted, quality])
  const own = library && ([library.fileId, quality.counts] as const)
  return new Map([...counts, ...(own ? [own] : [])])
}

async function countOne(
  { file_id, language }: SubtitleVersion,
  key: string,
  quality: Quality,
  signal: AbortSignal,
): Promise<VersionCounts> {
  const before = known.get(key)
  if (before) return before
  try {
    const { subtitle_txt: text } = await call('getVersion', { file_id }, { signal })
    const counts = await quality.countOther(text, language)
    if (!counts) return 'unread'
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(key, counts)
    return counts
  } catch (error) {
    if (error instanceof CallFailed || signal.aborted) return 'unread'
    throw error
  }
}
