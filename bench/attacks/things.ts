import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { smallVideo } from '#tests/support/small-video.ts'
import { type Caller, OPEN_HOST, type Target, until } from './target.ts'

/** Kinds of things that calls name by an id. */
export const kinds = [
  ...([
    'account',
    'batch',
    'chain',
    'comment',
    'delivery',
    'dub',
    'folder',
    'key',
    'looseVersion',
    'notice',
    'operation',
  ] as const),
  ...([
    'order',
    'pair',
    'person',
    'project',
    'reading',
    'role',
    'session',
    'share',
    'submission',
    'take',
    'task',
    'upload',
  ] as const),
  ...(['version', 'video', 'webhook'] as const),
] as const
export type Kind = (typeof kinds)[number]

/** One thing of each kind, of one account. */
export interface Things {
  readonly ids: Readonly<Record<Kind, string>>
  /** A cue of the version. */
  readonly cueId: string
  readonly revision: number
  /** The share of each guest. */
  readonly shares: Readonly<Record<'review' | 'edit', string>>
  /** A unique word in every text of these things. */
  readonly mark: string
}

let clip: Buffer | undefined
const bytesOfClip = (): Buffer => (clip ??= smallVideo())

/** Uploads a file in parts, as the browser does. */
export async function upload(owner: Caller, file_name: string, bytes = bytesOfClip()): Promise<string> {
  const { upload_id, part_count, part_size } = await owner.ok('getUploadToken', {
    ...{ file_name, class: 'video' },
    size: bytes.length,
  })
  for (let part = 1; part <= part_count; part++) {
    const { uploadurl } = await owner.ok('uploadPart', { upload_id, part_number: part })
    const body = new Uint8Array(bytes.subarray((part - 1) * part_size, part * part_size))
    const { code } = await owner.fetch(uploadurl, { method: 'PUT', body })
    if (code !== 0) throw new Error(`part ${part}: ${code}`)
  }
  return upload_id
}

/** A video that is ready for tasks. */
export async function addVideo(owner: Caller, folder_id: string, name: string): Promise<string> {
  const upload_id = await upload(owner, `${name}.mp4`)
  const { video_id } = await owner.ok('addVideo', { upload_id, folder_id })
  await until(async () => (await owner.ok('getVideo', { file_id: video_id })).state === 1)
  return video_id
}

export const srt = (...lines: string[]): string =>
  lines.map((text, at) => `${at + 1}\n00:00:0${at},100 --> 00:00:0${at},900\n${text}\n`).join('\n')

/** Receives webhook deliveries. */
async function receiver(): Promise<{ url: string; close: () => void }> {
  const server = createServer((_, response) => void response.end())
  await new Promise<void>((resolve) => server.listen(0, OPEN_HOST, resolve))
  return {
    url: `http://${OPEN_HOST}:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Makes a thing of each kind; the video is shared with the guests. */
export async function makeThings(
  { staff }: Target,
  owner: Caller,
  guests: Readonly<Record<'review' | 'edit', string>>,
): Promise<Things> {
  const mark = `mark-${randomBytes(9).toString('hex')}`
  const key = (name: string): string => `${name} ${mark}`
  const { user_id: account } = await owner.ok('getInfo', {})
  const { folder_id } = await owner.ok('addFolder', { folder_name: mark })
  const video_id = await addVideo(owner, folder_id, mark)
  const text = { folder_id, language: 'en', content: srt(`${mark} one`, `${mark} two`) } as const
  const { file_id } = await owner.ok('addVersion', { ...text, video_id, name: mark, activate: true })
  const loose = await owner.ok('addVersion', { ...text, name: `${mark} loose` })
  const { folder_role_id } = await owner.ok('addRole', { folder_id, role_name: mark.slice(0, 20) })
  const { person_id } = await owner.ok('addPerson', { folder_id, name: mark })
  await owner.ok('assignVersions', { file_ids: [file_id], person_id })
  const { subtitle_txt, revision } = await owner.ok('getVersion', { file_id })
  const cueId = subtitle_txt[0]?.cue_id ?? ''
  const { comment_id } = await owner.ok('addComment', {
    ...{ file_id, cue_id: cueId, start: 100, text: mark },
    idempotency_key: key('comment'),
  })
  const { time, folder_role_id: roles } = subtitle_txt[0]!
  const readings = [{ cue_id: cueId, cue: { time, text: `${mark} read`, folder_role_id: roles } }]
  await owner.ok('editVersion', { file_id, revision, subtitle_txt, readings })
  const { list: read } = await owner.ok('listReadings', { file_id })
  const after = await owner.ok('getVersion', { file_id })
  const { operation } = await owner.ok('runOperation', {
    ...{ folder_id, operation: { kind: 'shift', by: 10 }, person: mark },
    versions: [{ file_id, revision: after.revision }],
    idempotency_key: key('operation'),
  })
  const config = { synthesis_type: 'soft' } as const
  const { task_id } = await owner.ok('runSynthesis', { video_id, file_id, ...config, idempotency_key: key('task') })
  // Ended before the batch, which is refused where all its tasks are under way.
  await until(async () => [1, 2].includes((await owner.ok('getTask', { task_id })).state))
  const batch = { task_type: 'video_synthesis', folder_id, video_ids: [video_id], config: { ...config } }
  const { batch_id } = await owner.ok('addBatch', { ...batch, idempotency_key: key('batch') })
  await until(async () => (await owner.ok('listRunning', {})).list.length === 0)
  // Of a video with subtitles only their check is left to do.
  const { chain_id } = await owner.ok('addChain', { video_ids: [video_id], idempotency_key: key('chain') })
  await until(async () => (await owner.ok('getChain', { chain_id })).state !== 'running')
  const { list: voices } = await owner.ok('listVoices', { language: 'en' })
  const spoken = { file_id, cue_id: cueId, voice: voices[0]?.voice_id ?? '', idempotency_key: key('take') }
  let take = await owner.ok('runLineSpeech', spoken)
  // Each call waits some seconds for the worker.
  while (!take.take) take = await owner.ok('runLineSpeech', spoken)
  const languages = { source_language: 'en', target_language: 'de' } as const
  await owner.ok('importMemory', { ...languages, pairs: [{ source: `${mark} one`, target: `${mark} eins` }] })
  const { list: pairs } = await owner.ok('listMemory', {})
  const { project_id } = await owner.ok('addProject', {
    ...{ project_name: mark, task_type: 'video_dubbing', folder_id, video_ids: [video_id] },
    idempotency_key: key('project'),
  })
  // Uploaded, and in no folder yet.
  const upload_id = await upload(owner, `${mark}.mp4`)
  const page = '/finance/ai_payresult'
  const { order_id } = await owner.ok('createOrder', {
    ...{ sku_id: 'usd-500', from: `${page}?${mark}`, success_url: page, fail_url: page },
    idempotency_key: key('order').slice(0, 80),
  })
  const secret = { name: mark, scopes: ['read' as const], per_minute: 10, month_credits: null }
  const made = await owner.ok('addApiKey', secret)
  const hooked = await receiver()
  const hook = await owner.ok('addWebhook', { url: `${hooked.url}${mark}`, events: ['task.failed'] })
  const delivery = await owner.ok('testWebhook', { id: hook.id })
  await until(async () => (await owner.ok('listDeliveries', { state: 'pending' })).total === 0)
  hooked.close()
  const share = await owner.ok('shareVideo', { video_id, account: guests.review, role: 'review' })
  const other = await owner.ok('shareVideo', { video_id, account: guests.edit, role: 'edit' })
  const [session] = (await owner.ok('listSessions', {})).list
  await owner.ok('addFeedback', { type: 'other', contact_details: `${mark}@example.org`, content: mark })
  const { list: sent } = await staff.ok('listSubmissions', { kind: 'feedback', search: mark })
  const words = { title_en: 'x', title_zh_cn: 'x', content_en: 'x', content_zh_cn: 'x' }
  const times = { start_time: new Date(0).toISOString(), end_time: new Date(Date.now() + 1e9).toISOString() }
  const notice = await staff.ok('saveNotice', { ...words, ...times })
  return {
    mark,
    cueId,
    revision: after.revision + 1,
    shares: { review: share.share_id, edit: other.share_id },
    ids: {
      account,
      batch: batch_id,
      chain: chain_id,
      comment: comment_id,
      delivery: delivery.id,
      dub: task_id,
      folder: folder_id,
      key: made.id,
      looseVersion: loose.file_id,
      notice: notice.id,
      operation: operation?.operation_id ?? '',
      order: order_id,
      pair: pairs[0]?.pair_id ?? '',
      person: person_id,
      project: project_id,
      reading: read[0]?.reading_id ?? '',
      role: folder_role_id,
      session: session?.id ?? '',
      share: share.share_id,
      submission: sent[0]?.id ?? '',
      take: take.task_id,
      task: task_id,
      upload: upload_id,
      version: file_id,
      video: video_id,
      webhook: hook.id,
    },
  }
}
