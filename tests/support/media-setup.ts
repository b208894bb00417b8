import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { quiet } from '#core/media/plans/parts.ts'
import { planShotChanges } from '#core/media/plans/shot-changes.ts'
import { readScores, type ShotCandidate } from '#core/media/shot-changes.ts'
import { serveBrowserModels } from './browser-models.ts'
import { type BurnedFrames, makeBurnedFrames } from './burned-frames.ts'
import { cutTimes, makeMediaFixtures, toneTimes } from './media-fixtures.ts'
import { makeMixFixture, type MixFixture } from './mix-fixture.ts'
import { servePages } from './pages-server.ts'
import { serveFolders } from './range-server.ts'
import { realData } from './real-files.ts'

declare module 'vitest' {
  interface ProvidedContext {
    media: {
      /** A server with Range and optional faults by query; fixtures are at its root, real files under `/real/`. */
      readonly url: string
      readonly folder: string
      /** Where the models for browsers are. */
      readonly models: string
      readonly cutTimes: readonly number[]
      /** The result of the machine's ffmpeg for `cuts.mp4`, as on the server. */
      readonly serverShots: readonly ShotCandidate[]
      readonly toneTimes: readonly number[]
      readonly real: readonly RealVideo[]
      /** A dub's mix as the task makes it, and what it is made of. */
      readonly mix: MixFixture
      /** Frames with subtitles that ffmpeg burned in: `core/subtitle/burn/burn.ts` says how they look. */
      readonly burned: BurnedFrames
    }
  }
}

/** A real video, with other programs' facts of it. */
export interface RealVideo {
  readonly name: string
  readonly facts: {
    readonly container: string
    readonly duration_s: number
    readonly streams: readonly {
      readonly type: string
      readonly codec?: string
      readonly w?: number
      readonly h?: number
      readonly r?: string
      readonly avg?: string
      readonly rotation?: number
      readonly hz?: string
      readonly ch?: number
    }[]
  }
}

/** Videos for the browser's tests, and a server for them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = join(import.meta.dirname, '..', '..')
  const folder = makeMediaFixtures(root)
  const burned = await makeBurnedFrames(root)
  const mix = makeMixFixture(root)
  const server = await serveFolders([folder, burned.folder, mix.folder, ...(realData ? [realData] : [])])
  const serverShots = shotCandidates(join(folder, 'cuts.mp4'))
  const models = await serveBrowserModels()
  const known = { folder, cutTimes, serverShots, toneTimes, real: realVideos(), burned, mix }
  const pages = await servePages()
  project.provide('pagesUrl', pages.url)
  project.provide('media', { url: server.url, models: models.url, ...known })
  return async () => {
    server.close()
    models.close()
    await pages.close()
  }
}

/** Candidates for shot changes in a file, found as the server finds them. */
export function shotCandidates(source: string): ShotCandidate[] {
  const args = [...quiet, ...planShotChanges({ source, videoIndex: 0, output: '-' })]
  return readScores(execFileSync('ffmpeg', args, { encoding: 'utf8', maxBuffer: 1e8 }), 0)
}

function realVideos(): RealVideo[] {
  const manifest = realData && join(realData, 'manifest.json')
  if (!manifest || !existsSync(manifest)) return []
  const { entries } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    entries: { file: string; facts: { [K in keyof RealVideo['facts']]: RealVideo['facts'][K] | null } }[]
  }
  return entries
    .filter(({ file }) => /^(?:video|video-broken|audio)\//.test(file) && !/\.(?:srt|json|txt)$/.test(file))
    .map(({ file, facts }) => ({
      name: file,
      facts: { container: facts.container ?? '', duration_s: facts.duration_s ?? 0, streams: facts.streams ?? [] },
    }))
}
