import i18next from 'i18next'
import { proxy, ref, snapshot } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import * as z from 'zod/mini'
import { languageCodes } from '#core/domain/languages.ts'
import { MOST_FOLDERS } from '#core/domain/limits.ts'
import { folderNameOf, plainGoals, switched, type Goals, type Goal } from '#core/domain/goals.ts'
import { randomId } from '#src/api/random-id.ts'
import { call } from '#src/api/call.ts'
import { keepWhenLeaving } from '#src/api/leaving.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { account, isVisitor } from '#src/api/session.ts'
import { isSubtitle } from '#src/subtitles/file-names.ts'
import { stored } from '#src/ui/stored.ts'
import { type PlacedFile, takeFiles } from '#src/uploads/take-files.ts'
import { dropUpload, uploads } from '#src/uploads/uploads.ts'
import { keepWaiting, takeWaiting } from '#src/uploads/waiting-files.ts'

/** A video that is chosen for the next chain: a file that is sent, or a video of the space. */
export interface IntakeItem {
  readonly key: string
  readonly name: string
  readonly file: File | undefined
  /** Of the upload; empty before it, and for a video of the space. */
  uploadKey: string
  /** Of a video that was there before; empty for a file. */
  readonly videoId: string
  /** 0 while unknown. */
  lengthMs: number
  /** The video, once it is prepared and can be priced; empty before. */
  preparedId: string
}

export const goalsSchema = z.object({
  subtitles: z._default(z.boolean(), true),
  translate: z.boolean(),
  dub: z.boolean(),
  erase: z.boolean(),
  source: z.literal(['', ...languageCodes]),
  targets: z.array(z.literal(languageCodes)),
  shown: z.literal(['none', 'burn', 'soft']),
  stops: z.array(z.literal(['extract', 'translate'])),
})

const keptGoals = stored<Goals>('goals', goalsSchema, plainGoals)

/** What is chosen on the start page and not started: it stays while the user signs up or visits other pages. */
export const intake = proxy<{
  items: IntakeItem[]
  /** A visitor's files with their subtitle files, sent after signing up. */
  unsent: PlacedFile[]
  /** The folder made for it; empty before the first upload. */
  folderId: string
  /** Whether the folder is being made. */
  isBusy: boolean
  goals: Goals
}>({ items: [], unsent: [], folderId: '', isBusy: false, goals: keptGoals.get() })

/** Changes the goals, which is the default of the next visit. */
export function setGoals(change: Partial<Goals>): void {
  intake.goals = { ...snapshot(intake).goals, ...change }
  keptGoals.set(intake.goals)
}

/** Switches a part of the goals. */
export function switchGoals(part: Goal): void {
  setGoals(switched(snapshot(intake).goals, part))
}

/** Takes chosen or dropped files; of a customer they are sent at once, into a folder that is named after them. */
export async function addFiles(placed: readonly PlacedFile[]): Promise<number> {
  for (const { file } of placed.filter((each) => !isSubtitle(each.file))) intake.items.push(itemOf({ file }))
  intake.unsent = [...intake.unsent, ...placed.map((each) => ref(each))]
  return isVisitor() ? 0 : sendUnsent()
}

// A visitor may sign up at another site, which unloads the page.
keepWhenLeaving(() => keepWaiting(intake.unsent))

/** Adds the files that were stored before the page was left, unless it still has its own. */
export async function restoreFiles(): Promise<number> {
  const files = await takeWaiting()
  return files.length > 0 && intake.items.length === 0 && intake.unsent.length === 0 ? addFiles(files) : 0
}

/** An item of a file, or of a video of the space. */
export function itemOf({
  file,
  videoId = '',
  name = '',
}: {
  file?: File
  videoId?: string
  name?: string
}): IntakeItem {
  return {
    key: randomId(),
    name: file?.name ?? name,
    file: file && ref(file),
    ...{ uploadKey: '', videoId, lengthMs: 0, preparedId: '' },
  }
}

/** Sends what a visitor chose before signing up. Returns how many subtitle files without a video were added. */
export async function sendUnsent(): Promise<number> {
  if (intake.isBusy) return 0
  intake.isBusy = true
  let added = 0
  try {
    // More may be dropped while the folder is made.
    while (intake.unsent.length > 0) {
      const folderId = await ensureFolder()
      const { keys, subtitlesAdded } = takeFiles(folderId, intake.unsent.splice(0))
      for (const { key, file } of uploads.items) {
        const item = keys.includes(key) ? itemWith(file) : undefined
        if (item) item.uploadKey = key
      }
      added += await subtitlesAdded
    }
  } finally {
    intake.isBusy = false
  }
  return added
}

const itemWith = (file: File): IntakeItem | undefined => intake.items.find((item) => item.file === file)

/** The folder of the intake, made and named after its files. */
export async function ensureFolder(): Promise<string> {
  const videos = intake.items.map(({ name }) => name)
  const names = videos.length > 0 ? videos : intake.unsent.map(({ file }) => file.name)
  const t = i18next.getFixedT(null, 'start')
  const folder_name = folderNameOf(names.length > 0 ? names : [t('folder')], (first, count) =>
    t('folder_more', { first, count }),
  )
  if (intake.folderId === '') intake.folderId = (await call('addFolder', { folder_name })).folder_id
  else await call('renameFolder', { folder_id: intake.folderId, folder_name })
  await refresh('listFolders')
  return intake.folderId
}

/** Adds videos of the space, once each. */
export function addVideos(videos: readonly { readonly video_id: string; readonly video_name: string }[]): void {
  for (const { video_id, video_name } of videos)
    if (!intake.items.some(({ videoId }) => videoId === video_id))
      intake.items.push(itemOf({ videoId: video_id, name: video_name }))
}

/** Takes a video off the intake: an unfinished upload stops, a finished one stays in the space. */
export function removeItem(key: string): void {
  const item = intake.items.find((each) => each.key === key)
  if (!item) return
  intake.items = intake.items.filter((each) => each !== item)
  intake.unsent = intake.unsent.filter(({ file }) => file !== item.file)
  if (item.uploadKey !== '') dropUpload(item.uploadKey)
  if (intake.items.length > 0 || intake.folderId === '') return
  const { folderId } = intake
  intake.folderId = ''
  deleteIfEmpty(folderId).catch(notifyFailure)
}

/** The folder was made for files that are not wanted: it goes with them. */
async function deleteIfEmpty(folder_id: string): Promise<void> {
  const { list } = await call('listFolders', { page_size: MOST_FOLDERS })
  if (list.find((folder) => folder.folder_id === folder_id)?.file_sum !== 0) return
  await call('deleteFolder', { folder_id })
  await refresh('listFolders')
}

/** Notes what became known about a video. */
export function noteItem(key: string, facts: Partial<Pick<IntakeItem, 'lengthMs' | 'preparedId'>>): void {
  const item = intake.items.find((each) => each.key === key)
  if (item) Object.assign(item, facts)
}

/** Empties the intake: what was in it is started, or not wanted. */
export function clearIntake(): IntakeItem[] {
  const { items } = intake
  Object.assign(intake, { items: [], unsent: [], folderId: '' })
  return items
}

/** A intake belongs to an account; a visitor who signs up keeps theirs. */
let owner = isVisitor() ? undefined : account.user?.user_id
subscribeKey(account, 'user', (user) => {
  const isOther = owner !== undefined && user !== undefined && user.user_id !== owner
  if (isOther || (!user && account.hasLeft)) {
    clearIntake()
    void keepWaiting([])
  }
  if (user) owner = user.is_vistor ? undefined : user.user_id
})
