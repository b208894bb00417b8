import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { VideoRow } from '../../app/videos.ts'
import { runFfmpeg } from '../../engines/ffmpeg.ts'
import { type Derived, deriveMedia, type OnFault } from './derive.ts'
import { coverVersion, planCover } from '#core/media/plans/cover.ts'
import { canCopyToHls, hlsVersion, planHls } from '#core/media/plans/hls.ts'
import { planProxy, proxyVersion } from '#core/media/plans/proxy.ts'
import { storeArtifact, type Run, type StepBlob } from '../../jobs/run.ts'

export interface Prepared extends Derived {
  cover: string
  proxy: string
  hls: string
}

/** Makes what the library and the editor need of an uploaded file: cover, editing proxy, HLS, and what is derived. */
export async function prepareVideo(run: Run, video: VideoRow, onFault: OnFault): Promise<Prepared> {
  const { deps, signal } = run
  const program = deps.engines.need('ffmpeg', {}).ffmpeg
  const input = { content: video.content_hash }
  const source = (): Promise<string> => deps.blobs.localPath(video.blob_key, run.folder)

  const cover = await run.step<StepBlob>(
    { name: 'cover', version: coverVersion, input, share: [0, 0.05] },
    async (work) => {
      const output = join(work.folder, 'cover.jpg')
      await runFfmpeg(planCover({ ...video.info, source: await source(), output }), { program, signal })
      return storeArtifact(run, `${work.scope}/cover.jpg`, output)
    },
  )
  const proxy = await run.step<StepBlob>(
    { name: 'proxy', version: proxyVersion, input, share: [0.05, 0.88] },
    async (work) => {
      const output = join(work.folder, 'proxy.mp4')
      await runFfmpeg(planProxy({ ...video.info, source: await source(), output }), {
        program,
        signal,
        durationMs: video.duration_ms,
        onProgress: work.onProgress,
      })
      return storeArtifact(run, `${work.scope}/proxy.mp4`, output)
    },
  )
  const hls = await run.step<StepBlob>(
    { name: 'hls', version: hlsVersion, input, share: [0.88, 0.92] },
    async (work) => {
      const from = canCopyToHls(video.info) ? await source() : await deps.blobs.localPath(proxy.blob, run.folder)
      const folder = join(work.folder, 'hls')
      await mkdir(folder)
      await runFfmpeg(planHls({ source: from, output: join(folder, 'index.m3u8') }), { program, signal })
      // The playlist goes last: where it is, its segments are.
      const names = (await readdir(folder)).sort((a, b) => Number(a.endsWith('.m3u8')) - Number(b.endsWith('.m3u8')))
      for (const name of names) await deps.blobs.put(`${work.scope}/${name}`, join(folder, name))
      return { blob: `${work.scope}/index.m3u8` }
    },
  )
  const paths = { source, proxy: () => deps.blobs.localPath(proxy.blob, run.folder) }
  const derived = await deriveMedia(run, video, paths, onFault)
  return { cover: cover.blob, proxy: proxy.blob, hls: hls.blob, ...derived }
}
