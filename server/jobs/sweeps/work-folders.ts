import { readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { importFolder } from '../../app/imports/fetch-file.ts'
import { hasEnded, readProcess } from '../../store/process-name.ts'
import { clearEach, daysBefore, SWEEP_BATCH, type Sweep } from './sweep.ts'

/** Working folders of killed processes of this machine, and abandoned parts of downloads. */
export const workFolderSweep: Omit<Sweep, 'cron'> = {
  name: 'work-folders',
  run: async ({ workDir }, now, onFault) =>
    clearEach(
      [...(await abandonedFolders(dirname(workDir), now)), ...(await abandonedImports(importFolder(workDir), now))],
      ({ id }) => rm(id, { recursive: true, force: true }),
      onFault,
    ),
}

/** Downloads of imports that were not continued for a day. */
async function abandonedImports(folder: string, now: Date): Promise<{ id: string }[]> {
  const names = await readdir(folder).catch((): string[] => [])
  const paths = names.slice(0, SWEEP_BATCH).map((name) => join(folder, name))
  const times = await Promise.all(
    paths.map(async (id) => ({ id, at: (await stat(id).catch(() => undefined))?.mtimeMs ?? Infinity })),
  )
  return times
    .filter(({ id, at }) => !id.endsWith('.tag') && at < daysBefore(now, 1).getTime())
    .flatMap(({ id }) => [{ id }, { id: `${id}.tag` }])
}

/**
 * Folders of processes of this machine that have ended; those of other machines after a day without a change, longer than
 * any task.
 */
export async function abandonedFolders(parent: string, now: Date): Promise<{ id: string }[]> {
  const names = await readdir(parent).catch((): string[] => [])
  const due: { id: string }[] = []
  for (const name of names) {
    const owner = readProcess(name)
    const isOld = owner === undefined && /^\d+$/.test(name)
    if (!owner && !isOld) continue
    const path = join(parent, name)
    const isOver = owner ? hasEnded(owner) : undefined
    if (isOver ?? (await lastChange(path)) < daysBefore(now, 1).getTime()) due.push({ id: path })
    if (due.length === SWEEP_BATCH) break
  }
  return due
}

/** A folder's last change, in milliseconds since 1970. */
async function lastChange(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true })
  const paths = [folder, ...names.map((name) => join(folder, name))]
  const times = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  )
  return times.reduce((newest, time) => Math.max(newest, time), 0)
}
