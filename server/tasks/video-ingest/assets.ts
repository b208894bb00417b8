import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { assetVersion } from '#core/media/asset-versions.ts'
import { canCopyToHls, planHls, planSoundHls } from '#core/media/plans/hls.ts'
import type { Args } from '#core/media/plans/parts.ts'
import { planProxy, planSoundProxy } from '#core/media/plans/proxy.ts'
import { planSoundCopy } from '#core/media/plans/sound-copy.ts'
import { planSoundCover } from '#core/media/plans/sound-picture.ts'
import { hasPicture, videoIndexOf } from '#core/media/media-info.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import { recordAsset } from '../../app/assets/stored.ts'
import type { Inspection } from '../../app/videos/inspection.ts'
import { runFfmpeg } from '../../engines/ffmpeg.ts'
import { checkResult } from '../../engines/probe.ts'
import { storeArtifact, type Run, type StepBlob, type StepWork } from '../../jobs/run.ts'
import { makeCover } from './cover.ts'
import { findDamage } from './damage.ts'
import { deriveAssets } from './derive.ts'
import type { MakeAsset } from './make-asset.ts'
import type { SourceFile } from './source.ts'

/** A playable copy; `hasFaults` if the decoder complained of the video. */
interface ProxyBlob extends StepBlob {
  readonly hasFaults?: boolean
}

/**
 * Cover, editing copy, HLS, sound and the editor's assets of a content, shared by its videos. A sound has no filmstrip or
 * shot changes. Returns where the video is damaged.
 */
export async function makeAssets(run: Run, source: SourceFile, content: Inspection): Promise<readonly TimeRange[]> {
  const { deps, signal } = run
  const { info, hash } = content
  const videoIndex = videoIndexOf(info)
  const { ffmpeg: program, ffprobe } = deps.engines.need('ffmpeg', {})
  const make: MakeAsset = async (kind, share, work) => {
    const step = { name: kind, version: assetVersion[kind], input: { content: hash }, share }
    const made = await run.step(step, async (folder) => {
      const result = await work(folder)
      await source.checkUnchanged()
      return result
    })
    await recordAsset(deps.db, hash, kind, made.blob)
    return made
  }
  await make('cover', [0.02, 0.05], async (work) => {
    const output = join(work.folder, 'cover.jpg')
    if (hasPicture(info)) await makeCover({ ...info, videoIndex, source: source.path, output }, { program, signal })
    else await runFfmpeg(planSoundCover({ source: source.path, output }), { program, signal })
    return storeArtifact(run, `${work.scope}/cover.jpg`, output)
  })
  const proxy = await make<ProxyBlob>('proxy', [0.05, 0.85], async (work) => {
    const output = join(work.folder, 'proxy.mp4')
    const { durationMs } = info
    const plan = hasPicture(info)
      ? planProxy({ ...info, videoIndex, source: source.path, output })
      : planSoundProxy({ source: source.path, output })
    const { stderr } = await runFfmpeg(plan, {
      program,
      signal,
      durationMs,
      onProgress: work.onProgress,
    })
    await checkResult(ffprobe, output, durationMs, signal)
    const made = await storeArtifact(run, `${work.scope}/proxy.mp4`, output)
    return stderr.trim() === '' ? made : { ...made, hasFaults: true }
  })
  const damaged = proxy.hasFaults && hasPicture(info) ? await findDamage(run, source, content) : []
  let proxyPath: Promise<string> | undefined
  const readProxy = (): Promise<string> => (proxyPath ??= deps.blobs.localPath(proxy.blob, run.folder))
  // Players stop at damage that a decoder survives.
  const isCopied = canCopyToHls(info) && !proxy.hasFaults
  await make('hls', [0.87, 0.91], async (work) =>
    makeHls(run, work, async (output) => {
      if (!hasPicture(info)) return planSoundHls({ source: await readProxy(), output })
      return isCopied
        ? planHls({ source: source.path, videoIndex, output, assumedColours: info.assumedColours })
        : planHls({ source: await readProxy(), videoIndex: 0, output })
    }),
  )
  if (info.hasAudio) {
    await make('sound', [0.91, 0.92], async (work) => {
      const output = join(work.folder, 'sound.m4a')
      await runFfmpeg(planSoundCopy({ source: await readProxy(), output }), { program, signal })
      return storeArtifact(run, `${work.scope}/sound.m4a`, output)
    })
  }
  await deriveAssets(run, make, content, { source: source.path, proxy: readProxy })
  return damaged
}

async function makeHls(run: Run, work: StepWork, planOf: (output: string) => Promise<Args>): Promise<StepBlob> {
  const { deps, signal } = run
  const folder = join(work.folder, 'hls')
  await mkdir(folder)
  await runFfmpeg(await planOf(join(folder, 'index.m3u8')), {
    program: deps.engines.need('ffmpeg', {}).ffmpeg,
    signal,
  })
  // The playlist is stored last, so that its segments exist.
  const names = (await readdir(folder)).sort((a, b) => Number(a.endsWith('.m3u8')) - Number(b.endsWith('.m3u8')))
  for (const name of names) await deps.blobs.put(`${work.scope}/${name}`, join(folder, name))
  return { blob: `${work.scope}/index.m3u8` }
}
