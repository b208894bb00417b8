import { existsSync } from 'node:fs'
import { copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Config } from '#server/config.ts'
import type { Services } from '#server/services.ts'
import { newId } from '#server/store/id.ts'

interface Server {
  readonly services: Services
  readonly config: Config
}

interface Kept {
  readonly results: readonly { readonly key: string; readonly step: string; readonly value: object }[]
  /** Keys of their blobs. */
  readonly files: readonly string[]
}

const keptIn = (name: string): string => join(inject('preparedVideos'), name)
const listOf = (folder: string): string => join(folder, 'kept.json')

/**
 * Gives a server the step results of a video that another server of this run has prepared, so that it does not encode
 * the same again: as on one server, they belong to the content.
 */
export async function lendPrepared({ services }: Pick<Server, 'services'>, name: string): Promise<void> {
  const folder = keptIn(name)
  if (!existsSync(listOf(folder))) return
  const { db, blobs, workDir } = services.deps
  const { results, files } = JSON.parse(await readFile(listOf(folder), 'utf8')) as Kept
  for (const key of files) {
    if (await blobs.has(key)) continue
    const copy = join(workDir, newId())
    await copyFile(join(folder, key), copy)
    await blobs.put(key, copy)
  }
  await db
    .insertInto('artifact')
    .values(results.map((row) => ({ ...row, value: JSON.stringify(row.value) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Keeps what a server itself made of a video, for `lendPrepared`. */
export async function keepPrepared({ services, config }: Server, name: string, videoId: string): Promise<void> {
  const { db, blobs } = services.deps
  const folder = keptIn(name)
  if (blobs.kind !== 'disk' || existsSync(listOf(folder))) return
  const results = await db
    .selectFrom('artifact')
    .innerJoin('step_run', 'step_run.key', 'artifact.key')
    .innerJoin('video', 'video.ingest_task_id', 'step_run.owner_id')
    .select(['artifact.key', 'artifact.step', 'artifact.value'])
    .where('video.id', '=', videoId)
    .execute()
  // Taken from another one, or inspected only.
  if (!results.some(({ step }) => step === 'cover')) return
  const making = `${folder}-${newId()}`
  await mkdir(making)
  const files: string[] = []
  for (const { key } of results) {
    const scope = `derived/${key}`
    const from = join(config.dataDir, 'blobs', scope)
    if (!existsSync(from)) continue
    await cp(from, join(making, scope), { recursive: true })
    files.push(...(await readdir(from)).map((file) => `${scope}/${file}`))
  }
  await writeFile(listOf(making), JSON.stringify({ results, files } satisfies Kept))
  // Two processes may make it at once: the first one counts.
  await rename(making, folder).catch(() => rm(making, { recursive: true }))
}
