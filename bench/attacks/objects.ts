import type { Call } from '#core/contract/call.ts'
import { type CallName, contract } from '#core/contract/index.ts'
import { wavOfFloats } from '#core/media/wav.ts'
import { exampleInput, type Leaf, withValue } from '#tests/support/example-input.ts'
import type { Area, Tell } from './rows.ts'
import { type Caller, OPEN_HOST, type Target, until } from './target.ts'
import { type Kind, kinds, makeThings, srt, type Things } from './things.ts'

const rows = Object.entries(contract) as [CallName, Call][]

/** The kind of thing that a field names, in every call. */
const kindOf: Readonly<Record<string, Kind>> = {
  account_id: 'account',
  batch_id: 'batch',
  chain_id: 'chain',
  chain_ids: 'chain',
  comment_id: 'comment',
  file_id: 'version',
  file_ids: 'version',
  folder_id: 'folder',
  folder_role_id: 'role',
  from_file_id: 'version',
  operation_id: 'operation',
  order_id: 'order',
  pair_ids: 'pair',
  person_id: 'person',
  project_id: 'project',
  reading_ids: 'reading',
  reference_id: 'version',
  second_file_id: 'version',
  share_id: 'share',
  source_id: 'version',
  subtitles_id: 'version',
  subtitles_ids: 'version',
  subtitles_translate_id: 'version',
  dub_task_id: 'task',
  take_id: 'take',
  task_id: 'task',
  task_ids: 'task',
  to_file_id: 'version',
  upload_id: 'upload',
  video_dub_only_id: 'dub',
  video_erase_id: 'dub',
  video_id: 'video',
  video_ids: 'video',
  webhook_id: 'webhook',
}

/** Meanings of `id`, and fields with another meaning in one call. */
const kindIn: Readonly<Record<string, Kind>> = {
  'bindSubtitles.subtitles_id': 'looseVersion',
  'deleteApiKey.id': 'key',
  'deleteNotice.id': 'notice',
  'deleteWebhook.id': 'webhook',
  'editApiKey.id': 'key',
  'editSubmission.id': 'submission',
  'editWebhook.id': 'webhook',
  'endSession.id': 'session',
  'readNotice.id': 'notice',
  'replayDelivery.id': 'delivery',
  'saveNotice.id': 'notice',
  'testWebhook.id': 'webhook',
}

/** Id-shaped fields that name nothing of an account, with values for them. */
const noThings: Readonly<Record<string, string>> = {
  'addPageView.user_id': 'x',
  page_id: 'attacking',
  run_type: 'video_dubbing',
  sample_id: 'harbour',
  'setOwnList.id': 'macro',
  sku_id: 'usd-500',
  task_type: 'video_synthesis',
  time_zone: 'Europe/Berlin',
  voice_id: 'none',
}

/** Calls whose files are videos. */
const isOfVideo = (row: Call): boolean => row.path.startsWith('/admin/file.video/')

/** A field's content: a thing, no thing, or unknown. */
function meaning(name: CallName, row: Call, leaf: Leaf): { kind: Kind } | { value: string } | undefined {
  const place = `${name}.${leaf.name}`
  const kind = kindIn[place] ?? (leaf.name === 'file_id' && isOfVideo(row) ? 'video' : kindOf[leaf.name])
  if (kind) return { kind }
  const value = noThings[place] ?? noThings[leaf.name]
  return value === undefined ? undefined : { value }
}

/** Fields that must be valid for a call to be accepted. */
const values: Readonly<Record<string, string | number>> = {
  after: '',
  contact_details: 'x@example.org',
  content: srt('a line'),
  deadline: '2099-01-01T00:00:00Z',
  end_time: '2099-01-01T00:00:00Z',
  most_credits: 1000,
  file_name: 'x.mp4',
  start_time: '2026-01-01T00:00:00Z',
  subtitle_txt: srt('a line'),
  time: '00:00:00,100 --> 00:00:00,900',
  to_language: 'es',
  to_languages: 'es',
  url: `https://${OPEN_HOST}:9/`,
}
const valueIn: Readonly<Record<string, string | number>> = {
  'addBatch.to_languages': 'en',
  'addFeedback.type2': 'editor',
  'addTake.sound': Buffer.from(wavOfFloats(new Float32Array(4000).fill(0.1), 8000)).toString('base64'),
  'addVersion.file_name': 'x.srt',
  'editPerson.name': 'Another name',
  'deleteComment.person': '',
  'getUploadToken.size': 20_000,
  'setFolderSettings.revision': 0,
  'setShotChanges.revision': 0,
  'setVoices.voice': '',
  'shareVideo.account': 'reviewer',
}
/** Optional fields: pictures are sent before they are named, guests are shown by their nicknames, a script needs sound. */
const leftOut = ['role_avatar', 'logo_url', 'nickname', 'script']

/** Fields beside the ids that must fit the things. */
function valueOf(name: CallName, row: Call, things: Things) {
  return (leaf: Leaf): unknown => {
    const known = meaning(name, row, leaf)
    if (known) return 'kind' in known ? things.ids[known.kind] : known.value
    if (leaf.name === 'cue_id' || leaf.name === 'cue_ids') return things.cueId
    const value = valueIn[`${name}.${leaf.name}`] ?? values[leaf.name]
    return value ?? (leaf.name === 'revision' ? things.revision : undefined)
  }
}

const isCue = ({ name }: Leaf): boolean => name === 'cue_id' || name === 'cue_ids'

/** Id fields missing in the tables above. */
function uncovered(): string[] {
  const found = rows.flatMap(([name, row]) =>
    exampleInput(row, () => undefined).leaves.flatMap((leaf) =>
      leaf.isId && !isCue(leaf) && !meaning(name, row, leaf) ? [`${name}.${leaf.path.join('.')}`] : [],
    ),
  )
  return [...new Set(found)]
}

/** An input naming one account's things. */
function inputOn(name: CallName, things: Things): ReturnType<typeof exampleInput> {
  const { input, leaves } = exampleInput(contract[name], valueOf(name, contract[name], things))
  return { leaves, input: leftOut.reduce((kept, field) => withValue(kept, [field], undefined), input) }
}
const inputFor = (name: CallName, things: Things): unknown => inputOn(name, things).input

/**
 * Inputs naming another account's things: all; each in turn among the caller's own; and each with as few others as
 * possible.
 */
function attacksOn(name: CallName, theirs: Things, own: Things): unknown[] {
  const row: Call = contract[name]
  const ofTheirs = inputOn(name, theirs)
  const ofOwn = inputOn(name, own)
  const named = ofTheirs.leaves.flatMap((leaf) => {
    const known = meaning(name, row, leaf)
    return known && 'kind' in known ? [{ leaf, id: theirs.ids[known.kind] }] : []
  })
  const mixed = named.map(({ leaf, id }) => withValue(ofOwn.input, leaf.path, id))
  const alone = named.map(({ leaf, id }) => {
    let input = withValue(ofOwn.input, leaf.path, id)
    for (const { leaf: other } of named) {
      const [field] = other.path
      if (field === leaf.path[0] || field === undefined) continue
      const without = withValue(input, [field], undefined)
      if (row.input.safeParse(without).success) input = without
    }
    return input
  })
  const all = [ofTheirs.input, ...mixed, ...alone]
  return [...new Map(all.map((input) => [JSON.stringify(input), input])).values()]
}

/** Destructive calls come last, a folder after its content, so that others have something to name. */
function turnOf(name: CallName): number {
  const at = ['deleteVersion', 'deleteVideo', 'deleteFiles', 'deleteFolder'].indexOf(name)
  if (at >= 0) return 2 + at
  return /^(delete|remove|end|undo|cancel|move)/.test(name) ? 1 : 0
}
const ordered = rows.toSorted(([one], [other]) => turnOf(one) - turnOf(other))

/** Ends the session of the caller. */
const leaving: ReadonlySet<CallName> = new Set(['logout'])
/** Of the owner, whose session is one of the things. */
const leavingOwner: ReadonlySet<CallName> = new Set(['logout', 'endSession'])

/** A GET with an effect: an address for a file, which begins an upload. */
const beginning: ReadonlySet<CallName> = new Set(['getUploadToken', 'getAvatarToken', 'getLogoToken'])

/** Everything the owner can read, by call, without volatile fields. */
async function lookAround({ staff }: Target, owner: Caller, things: Things): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  const keep = (name: string, text: string): void => {
    // Signed addresses change with the hour.
    const stable = text
      .replaceAll(/"\/(?:media|batch|folder|results|avatar|upload)\/[^"]*"/g, '""')
      .replaceAll(/"used_at":"[^"]*"/g, '')
    seen.set(name, stable)
  }
  for (const [name, row] of rows) {
    if (row.method !== 'GET' || row.access === 'public' || row.access === 'staff' || beginning.has(name)) continue
    keep(name, (await owner.send(name, inputFor(name, things))).text)
  }
  // Without an example's filters, which exclude most of a list.
  for (const name of [
    'listTasks',
    'listFolders',
    'listProjects',
    'listBatches',
    'listOrders',
    'listRecharges',
  ] as const)
    keep(`all of ${name}`, (await owner.send(name, {})).text)
  keep('folder', (await owner.send('listFiles', { folder_id: things.ids.folder })).text)
  keep('submission', (await staff.send('listSubmissions', { kind: 'feedback', search: things.mark })).text)
  keep('notices', (await staff.send('listStaffNotices', {})).text)
  keep('settings', (await staff.send('getSettings', {})).text)
  return seen
}

const differences = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...before].flatMap(([name, text]) => (after.get(name) === text ? [] : [name]))

/** Calls by which a guest reads a shared video. */
const guestsRead: ReadonlySet<CallName> = new Set([
  ...(['getVideo', 'listVersions', 'getVersion', 'getWordTimes', 'getImportedFile', 'listRoles'] as const),
  ...(['getShotChanges', 'listComments', 'listReadings', 'listSharedVideos'] as const),
  ...(['listTakes', 'listLineVoices'] as const),
])
/** Calls of every guest's collaboration, and those of editing guests. */
const guestsWrite: ReadonlySet<CallName> = new Set(['addComment', 'resolveComment', 'tellPresence'])
const editorsWrite: ReadonlySet<CallName> = new Set([
  ...(['editVersion', 'editVersions', 'patchVersion', 'setShotChanges', 'settleReadings'] as const),
  ...(['styleVersion', 'setLineVoice', 'starTake', 'addTake'] as const),
  ...(['confirmLines', 'searchMemory', 'findInMemory'] as const),
])

interface Role {
  readonly caller: Caller
  readonly own: Things
  readonly theirs: Things
  readonly mayRead: ReadonlySet<CallName>
  readonly mayWrite: ReadonlySet<CallName>
}

const nothing: ReadonlySet<CallName> = new Set()

/** What one caller can read of data of another, and calls that failed or were not made. */
async function walk({ caller, own, theirs, mayRead, mayWrite }: Role): Promise<{ calls: number; faults: string[] }> {
  const faults: string[] = []
  let calls = 0
  const secrets = [theirs.mark, ...kinds.flatMap((kind) => (kind === 'notice' ? [] : [theirs.ids[kind]]))]
  for (const [name] of ordered) {
    if (leaving.has(name) || mayWrite.has(name)) continue
    for (const input of attacksOn(name, theirs, own)) {
      calls++
      const { status, code, text } = await caller.send(name, input)
      const sent = JSON.stringify(input)
      const found = secrets.filter((secret) => text.includes(secret) && !sent.includes(secret))
      if (found.length > 0 && !mayRead.has(name)) faults.push(`${name} tells ${found[0]}`)
      if (status === 429 || status >= 500 || code === 1003) faults.push(`${name}: ${status} ${code}`)
    }
  }
  return { calls, faults: [...new Set(faults)] }
}

/** Those who attack, and what they have. */
interface Stage {
  readonly owner: Caller
  readonly things: Things
  readonly roles: Readonly<Record<'nobody' | 'visitor' | 'stranger' | 'reviewer' | 'editor', Role>>
  /** What the owner saw last. */
  before: Map<string, string>
}
const stages = new WeakMap<Target, Stage>()
function stageOf(target: Target): Stage {
  const stage = stages.get(target)
  if (!stage) throw new Error('There are no things to attack')
  return stage
}

async function setStage(target: Target, tell: Tell): Promise<void> {
  tell('a field of the contract with an id that the suite does not know', 'none', uncovered().join(', ') || 'none')
  const [owner, stranger, reviewer, editor] = [
    await target.person(),
    await target.person(),
    await target.person('reviewer'),
    await target.person('editor'),
  ]
  await target.person('helper1')
  await target.person('helper2')
  const helpers = { review: 'helper1', edit: 'helper2' }
  const [things, own, ofReviewer, ofEditor] = await Promise.all([
    makeThings(target, owner, { review: 'reviewer', edit: 'editor' }),
    makeThings(target, stranger, helpers),
    makeThings(target, reviewer, helpers),
    makeThings(target, editor, helpers),
  ])
  const visitor = await target.visitor()
  const place = await visitor.ok('openSample', { sample_id: 'harbour' })
  const [version] = (await visitor.ok('listVersions', place)).list
  const { folder_id: folder, video_id: video } = place
  const ofVisitor = { ...things, ids: { ...things.ids, folder, video, version: version?.file_id ?? '' } }

  const before = await lookAround(target, owner, things)
  const unstable = differences(before, await lookAround(target, owner, things))
  tell('the owner looks twice', 'the same', unstable.join(', ') || 'the same')
  const none = { theirs: things, mayRead: nothing, mayWrite: nothing }
  const thoseOf = (share: string): Things => ({ ...things, ids: { ...things.ids, share } })
  const guest = { mayRead: guestsRead, mayWrite: guestsWrite }
  const mayWrite = new Set([...editorsWrite, ...guestsWrite])
  const roles = {
    nobody: { ...none, caller: target.nobody(), own: things },
    visitor: { ...none, caller: visitor, own: ofVisitor },
    stranger: { ...none, caller: stranger, own },
    reviewer: { ...guest, caller: reviewer, own: ofReviewer, theirs: thoseOf(things.shares.edit) },
    editor: { ...guest, mayWrite, caller: editor, own: ofEditor, theirs: thoseOf(things.shares.review) },
  }
  stages.set(target, { owner, things, roles, before })
}

/** What one of them can read and change. */
async function attackBy(target: Target, who: string, role: keyof Stage['roles'], tell: Tell): Promise<void> {
  const stage = stageOf(target)
  const { calls, faults } = await walk(stage.roles[role])
  const after = await lookAround(target, stage.owner, stage.things)
  const all = [...faults, ...differences(stage.before, after).map((name) => `changed: ${name}`)]
  stage.before = after
  const expected = 'nothing leaked, nothing changed'
  tell(`${calls} calls by ${who} that name things of an account`, expected, all.join('; ') || expected)
}

/** Calls that fail even for the owner in this state: their tests have the needed state. */
const closed: ReadonlySet<CallName> = new Set([
  ...([
    'actAtTestCheckout',
    'getInvoice',
    'importFiles',
    'keepDerived',
    'keepDub',
    'keepErased',
    'keepSubtitles',
    'quote',
  ] as const),
  ...([
    'patchVersion',
    'redub',
    'retryTask',
    'runLineTranslation',
    'runLineSpeech',
    'runDubOutput',
    'useDubbed',
    'useErased',
    'lookAtErase',
  ] as const),
])

/** The owner's calls with the same inputs: a call that fails for all proves nothing. */
async function ownersTurn(owner: Caller, things: Things, tell: Tell): Promise<void> {
  const refused: string[] = []
  let calls = 0
  for (const [name, row] of ordered) {
    const isOpen = row.access !== 'public' && row.access !== 'staff' && !leavingOwner.has(name)
    const named = inputOn(name, things).leaves.map((leaf) => meaning(name, row, leaf))
    if (!isOpen || closed.has(name) || !named.some((known) => known && 'kind' in known)) continue
    calls++
    if (turnOf(name) > 0) await until(async () => (await owner.ok('listRunning', {})).list.length === 0)
    // Once it is deleted there is none.
    const { code, data } = await owner.call('getVersion', { file_id: things.ids.version })
    const now = code === 0 ? { ...things, revision: data.revision } : things
    const answers = []
    for (const input of attacksOn(name, now, now)) {
      answers.push(await owner.send(name, input))
      if (answers.at(-1)?.code === 0) break
    }
    if (answers.every((answer) => answer.code !== 0)) refused.push(`${name} ${answers.at(-1)?.message}`)
  }
  tell(`the same ${calls} calls by the owner`, 'taken', refused.join('; ') || 'taken')
}

const name = 'objects × roles'
const by = (who: string, role: keyof Stage['roles']): Area<Target> => ({
  name,
  part: who,
  attack: (target, tell) => attackBy(target, who, role, tell),
})

/** In this order: the owner's turn removes the things. */
export const objects: readonly Area<Target>[] = [
  { name, part: 'the things', attack: setStage },
  by('nobody', 'nobody'),
  by('a visitor', 'visitor'),
  by('another account', 'stranger'),
  by('a guest who reviews', 'reviewer'),
  by('a guest who edits', 'editor'),
  {
    name,
    part: 'the owner',
    attack: (target, tell) => ownersTurn(stageOf(target).owner, stageOf(target).things, tell),
  },
]
