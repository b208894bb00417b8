import { createHash } from 'node:crypto'
import { smallVideo } from '#tests/support/small-video.ts'
import { notify, orderOf, signed } from './payments.ts'
import type { Area, Tell } from './rows.ts'
import { type Caller, type Target, until } from './target.ts'
import { srt, upload } from './things.ts'

/** When the process is killed, as a share of a request's duration; none to measure the duration. */
type Moment = number | undefined

/** `CUELANE_KILLS` random ones per kind of request; by default four spread over the duration. */
function momentsOfKills(): readonly Moment[] {
  const count = Number(process.env['CUELANE_KILLS'] ?? 0)
  const parts = count > 0 ? Array.from({ length: count }, () => Math.random() * 1.1) : [0, 0.3, 0.6, 0.9]
  return [undefined, ...parts]
}

/** Milliseconds of each kind of request on a server that has just started. */
const times = new Map<string, number>()

/** Makes a request and kills the server during it. */
async function killIn(target: Target, what: string, moment: Moment, request: () => Promise<unknown>): Promise<void> {
  if (moment === undefined) {
    await target.kill()
    await target.startAgain()
    const began = performance.now()
    await request()
    times.set(what, performance.now() - began)
    return
  }
  const made = request().catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, moment * (times.get(what) ?? 0)))
  await target.kill()
  await made
  await target.startAgain()
}

const at = (moment: Moment): string =>
  moment === undefined ? 'to its end' : `killed after ${Math.round(100 * moment)} % of its time`

async function attackByKills(target: Target, tell: Tell): Promise<void> {
  const owner = await target.person('killed')
  const { folder_id } = await owner.ok('addFolder', { folder_name: 'kills' })
  for (const moment of momentsOfKills()) {
    const kill = { owner, folder_id, moment }
    for (const attack of [inUpload, inCompletion, inAdding, inZip, inPayment, inTask]) await attack(target, kill, tell)
  }
}

interface Kill {
  readonly owner: Caller
  readonly folder_id: string
  readonly moment: Moment
}

const clip = smallVideo()
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
/** Distinct content each time. */
const clipOf = (text: string): Buffer => {
  const box = Buffer.alloc(8)
  box.writeUInt32BE(8 + text.length)
  box.write('free', 4)
  return Buffer.concat([clip, box, Buffer.from(text)])
}

async function ready(owner: Caller, file_id: string): Promise<string> {
  await until(async () => [1, 2].includes((await owner.ok('getVideo', { file_id })).state))
  return (await owner.ok('getVideo', { file_id })).content_hash
}

async function inUpload(target: Target, { owner, folder_id, moment }: Kill, tell: Tell): Promise<void> {
  const bytes = Buffer.concat([clipOf(`upload ${moment}`), Buffer.alloc(9 * 1024 ** 2)])
  const file = { file_name: 'a.mp4', class: 'video', size: bytes.length } as const
  const { upload_id, part_size, part_count } = await owner.ok('getUploadToken', file)
  const send = async (part: number): Promise<unknown> => {
    const { uploadurl } = await owner.ok('uploadPart', { upload_id, part_number: part })
    const body = new Uint8Array(bytes.subarray((part - 1) * part_size, part * part_size))
    return owner.fetch(uploadurl, { method: 'PUT', body })
  }
  await killIn(target, 'upload', moment, () => send(1))
  const { parts } = await owner.ok('uploadPart', { upload_id })
  for (let part = 1; part <= part_count; part++) if (!parts.includes(part)) await send(part)
  const { video_id } = await owner.ok('addVideo', { upload_id, folder_id })
  const isWhole = (await ready(owner, video_id)) === hashOf(bytes)
  tell(`a part of an upload, ${at(moment)}`, 'goes on, whole', isWhole ? 'goes on, whole' : 'damaged')
}

async function inCompletion(target: Target, { owner, folder_id, moment }: Kill, tell: Tell): Promise<void> {
  const bytes = clipOf(`completion ${moment}`)
  const upload_id = await upload(owner, 'b.mp4', bytes)
  const count = async (): Promise<number> => (await owner.ok('listVideos', { folder_id })).total
  const before = await count()
  await killIn(target, 'completion', moment, () => owner.call('addVideo', { upload_id, folder_id }))
  const again = await owner.call('addVideo', { upload_id, folder_id })
  const { list } = await owner.ok('listVideos', { folder_id, page_size: 200 })
  const hashes = await Promise.all(list.map(({ video_id }) => ready(owner, video_id)))
  const mine = hashes.filter((hash) => hash === hashOf(bytes)).length
  const outcome = `${list.length - before} video, ${mine} whole`
  tell(`the completion of an upload, ${at(moment)} (then ${again.code})`, '1 video, 1 whole', outcome)
}

const LINES = 20_000

async function inAdding(target: Target, { owner, folder_id, moment }: Kill, tell: Tell): Promise<void> {
  const time = (second: number): string => new Date(second * 1000).toISOString().slice(11, 19)
  const lines = Array.from({ length: LINES }, (_, n) => `${n + 1}\n${time(n)},000 --> ${time(n)},900\nline ${n}`)
  const name = `added ${moment}`
  const version = { folder_id, name, language: 'en', content: lines.join('\n\n') } as const
  await killIn(target, 'adding', moment, () => owner.call('addVersion', version))
  const { list } = await owner.ok('listVersions', { folder_id })
  const made = list.filter((each) => each.name === name)
  const texts = await Promise.all(made.map(({ file_id }) => owner.ok('getVersion', { file_id })))
  const isRight = texts.length <= 1 && texts.every(({ subtitle_txt }) => subtitle_txt.length === LINES)
  const found = `${texts.length} with ${texts.map(({ subtitle_txt }) => subtitle_txt.length).join(', ')} lines`
  tell(`adding ${LINES} lines, ${at(moment)}`, 'none, or one that is whole', found, isRight)
}

async function inZip(target: Target, { owner, folder_id, moment }: Kill, tell: Tell): Promise<void> {
  const { url } = await owner.ok('downloadFiles', { folder_id })
  const whole = await owner.bytes(url)
  await killIn(target, 'zip', moment, () => owner.bytes(url))
  const again = await owner.bytes(url)
  const isSame = again.length === whole.length && again.length > 0
  tell(
    `a zip, ${at(moment)}`,
    'the same at the same address',
    isSame ? 'the same at the same address' : `${again.length} bytes`,
  )
}

async function inPayment(target: Target, { owner, moment }: Kill, tell: Tell): Promise<void> {
  const credits = async (): Promise<number> => (await owner.ok('getInfo', {})).credits
  const before = await credits()
  const { order_id, paid } = await orderOf(target, owner, `killed order ${moment}`)
  const message = signed('checkout.session.completed', paid)
  await killIn(target, 'payment', moment, () => notify(target, message))
  const state = async (): Promise<string> =>
    `${(await owner.ok('getPayInfo', { order_id })).state} ${(await credits()) - before}`
  const after = await state()
  // As the gateway does without an answer.
  await notify(target, message)
  const isRight = ['pending 0', 'paid 500'].includes(after) && (await state()) === 'paid 500'
  tell(`a payment, ${at(moment)}`, 'pending 0 or paid 500, then paid 500', `${after}, then ${await state()}`, isRight)
}

async function inTask(target: Target, { owner, folder_id, moment }: Kill, tell: Tell): Promise<void> {
  const content = srt('x'.repeat(90))
  const { file_id } = await owner.ok('addVersion', { folder_id, name: `task ${moment}`, language: 'en', content })
  const { credits } = await owner.ok('getInfo', {})
  const run = { file_id, source_language: 'en', to_language: 'es', idempotency_key: `killed task ${moment}` } as const
  await killIn(target, 'task', moment, () => owner.call('runTranslate', run))
  const { task_id } = await owner.ok('runTranslate', run)
  await until(async () => [1, 2].includes((await owner.ok('getTask', { task_id })).state))
  const { list } = await owner.ok('listTranslations', { file_id })
  const spent = credits - (await owner.ok('getInfo', {})).credits
  tell(`starting a task, ${at(moment)}`, '1 result, 1 credit', `${list.length} result, ${spent} credit`)
}

export const kills: Area<Target> = { name: 'kills', attack: attackByKills }
