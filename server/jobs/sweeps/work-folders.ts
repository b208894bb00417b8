import { readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { importFolder } from '../../app/imports/fetch-file.ts'
import { clearEach, daysBefore, SWEEP_BATCH, type Sweep } from './sweep.ts'

/** Working folders of processes that were killed, and parts of files that nobody fetches any more. */
export const workFolderSweep: Sweep = {
  name: 'work-folders',
  cron: '40 * * * *',
  run: async ({ workDir }, now, onFault) =>
    clearEach(
      [...(await abandonedFolders(dirname(workDir), now)), ...(await abandonedImports(importFolder(workDir), now))],
      ({ id }) => rm(id, { recursive: true, force: true }),
      onFault,
    ),
}

/** What was fetched of files whose import nobody went on with for a day. */
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
 * Folders `<parent>/<process number>` whose process does not run here and in which nothing changed for a day: longer
 * than any task lasts, since containers that share the folder don't see each other's processes.
 */
export async function abandonedFolders(parent: string, now: Date): Promise<{ id: string }[]> {
  const names = await readdir(parent).catch((): string[] => [])
  const due: { id: string }[] = []
  for (const name of names.filter((each) => /^\d+$/.test(each) && !runs(Number(each))).slice(0, SWEEP_BATCH)) {
    const path = join(parent, name)
    if ((await lastChange(path)) < daysBefore(now, 1).getTime()) due.push({ id: path })
  }
  return due
}

function runs(processNumber: number): boolean {
  try {
    process.kill(processNumber, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

/** When something in a folder changed last, in milliseconds since 1970. */
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
