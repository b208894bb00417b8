import { VISITOR_TYPE } from '#core/domain/account.ts'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { VideoShare } from '#core/contract/share.ts'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import { MOST_SHARES, type ShareRole } from '#core/domain/share.ts'
import type { Db } from '../../store/db.ts'
import { publishEvent } from '../../store/events.ts'
import { newId } from '../../store/id.ts'
import { isNamed } from '../addresses/named.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { own } from '../scope.ts'
import { sharedVideos } from '../videos/read.ts'

/** Shares the caller's video with another account, or changes its role. Throws a Refusal. */
export async function shareVideo(
  db: Db,
  accountId: string,
  { video_id, account, role }: ParsedInputOf<'shareVideo'>,
): Promise<VideoShare> {
  return db.transaction().execute(async (tx) => {
    // The video's row is locked against concurrent shares.
    const video = await own({ db: tx, accountId }, 'video', video_id, { lock: true })
    const guest = await accountNamed(tx, account)
    if (!guest) throw new Refusal('refused', 'no_such_account')
    if (guest.id === accountId) throw new Refusal('refused', 'shared_with_self')
    const shares = await sharesOf(tx, video.id)
    if (shares.length >= MOST_SHARES && shares.every(({ guest_id }) => guest_id !== guest.id))
      throw new Refusal('refused', 'too_many_shares', { n: MOST_SHARES })
    await tx
      .insertInto('video_share')
      .values({ id: newId(), account_id: accountId, video_id: video.id, guest_id: guest.id, role })
      .onConflict((conflict) => conflict.columns(['video_id', 'guest_id']).doUpdateSet({ role }))
      .execute()
    await publishEvent(tx, guest.id, { kind: 'shares', video_id: video.id })
    const made = (await sharesOf(tx, video.id)).find(({ guest_id }) => guest_id === guest.id)
    if (!made) throw new Error(`The share of ${video.id} is not there`)
    return describe(made)
  })
}

/** The accounts that the caller's video is shared with, oldest share first. */
export async function listShares(db: Db, accountId: string, videoId: string): Promise<DataOf<'listShares'>> {
  const video = await own({ db, accountId }, 'video', videoId)
  return { list: (await sharesOf(db, video.id)).map(describe) }
}

/** Videos that others share with the caller. */
export async function listSharedVideos(
  deps: Deps,
  accountId: string,
  language: InterfaceLanguage,
): Promise<DataOf<'listSharedVideos'>> {
  const rows = await deps.db
    .selectFrom('video_share')
    .innerJoin('account', 'account.id', 'video_share.account_id')
    .select(['video_share.id', 'video_share.video_id', 'video_share.role', 'account.name', 'account.nickname'])
    .where('video_share.guest_id', '=', accountId)
    .orderBy('video_share.created_at', 'desc')
    .orderBy('video_share.id')
    .execute()
  const videos = await sharedVideos(
    deps,
    accountId,
    rows.map(({ video_id }) => video_id),
    language,
  )
  return {
    list: rows.flatMap(({ id, video_id, role, name, nickname }) => {
      const video = videos.get(video_id)
      return video ? [{ share_id: id, role, owner: nickname || (name ?? ''), video }] : []
    }),
  }
}

/** Ends a share, by either side. A missing one is no error. */
export async function endShare(db: Db, accountId: string, shareId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('video_share')
      .where('id', '=', shareId)
      .where((eb) => eb.or([eb('account_id', '=', accountId), eb('guest_id', '=', accountId)]))
      .returning(['video_id', 'account_id', 'guest_id'])
      .executeTakeFirst()
    if (!gone) return
    for (const account of [gone.account_id, gone.guest_id])
      await publishEvent(tx, account, { kind: 'shares', video_id: gone.video_id })
  })
}

/** A registered account that may log in. An unproved address finds none. */
async function accountNamed(db: Db, named: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('account')
    .select('id')
    .where(isNamed(named))
    .where('customer_type', '!=', VISITOR_TYPE)
    .where('blocked_at', 'is', null)
    .executeTakeFirst()
}

interface ShareRow {
  readonly id: string
  readonly video_id: string
  readonly guest_id: string
  readonly role: ShareRole
  readonly created_at: Date
  readonly name: string | null
  readonly nickname: string
}

async function sharesOf(db: Db, videoId: string): Promise<ShareRow[]> {
  return db
    .selectFrom('video_share')
    .innerJoin('account', 'account.id', 'video_share.guest_id')
    .select(['video_share.id', 'video_share.video_id', 'video_share.guest_id', 'video_share.role'])
    .select(['video_share.created_at', 'account.name', 'account.nickname'])
    .where('video_share.video_id', '=', videoId)
    .orderBy('video_share.created_at')
    .orderBy('video_share.id')
    .execute()
}

function describe({ id, video_id, role, name, nickname, created_at }: ShareRow): VideoShare {
  const account = name ?? ''
  return { share_id: id, video_id, role, name: nickname || account, account, create_time: created_at.toISOString() }
}
