import type { FolderSettings } from '#core/contract/pro.ts'
import type { UsedMedia } from '#core/domain/used-media.ts'
import type { TaskKind } from '#core/tasks/kind.ts'
import { type FleetOffers, offersOf } from '../../engines/offers.ts'
import type { Db } from '../../store/db.ts'
import { folderSettings } from '../pro/settings.ts'
import { keptVoices } from '../roles.ts'
import { lineVoices } from '../subtitles/line-voices.ts'
import { findVersion, versionRows } from '../subtitles/read.ts'
import type { SubtitleRow } from '../subtitles/rows.ts'
import type { KnownSpeakers } from '#core/speech/dub-lines.ts'
import { knownSpeakers } from '../subtitles/speakers.ts'
import { keptTakes } from '../subtitles/kept-takes.ts'
import { findVideo, videoRows } from '../videos/read.ts'
import type { VideoRow } from '../videos/rows.ts'
import { usedMedia } from '../videos/used-media.ts'
import { type EarlierRow, earlierRow, earlierRows, withFrozen } from './earlier.ts'
import type { CheckedStart, EarlierTask, LineFacts, RoleVoice, SpeakersOf } from './kind.ts'
import { mainSubjectId, sameAmong, startedRows, type StartedRow } from './same.ts'
import type { SubjectIds } from './subjects.ts'
import { type Takes, takesOf } from './takes.ts'

/**
 * A snapshot of what starts are checked against, read once for all of them. Subjects of many starts are read ahead in a
 * few queries.
 */
export class StartSource {
  readonly db: Db
  readonly accountId: string
  private readonly given: UsedMedia
  private readonly videos = new Map<string, VideoRow>()
  private readonly versions = new Map<string, SubtitleRow>()
  private readonly answers = new Map<string, Promise<unknown>>()

  /** `given`: results that replace the choices of the videos. */
  constructor(db: Db, accountId: string, given: UsedMedia = {}) {
    this.db = db
    this.accountId = accountId
    this.given = given
  }

  /** Prefetches videos and versions; a missing one is refused when it is requested. */
  async readAhead(ids: readonly SubjectIds[]): Promise<void> {
    const chosen = (kind: 'video' | 'subtitle'): string[] => [...new Set(ids.flatMap((each) => each[kind] ?? []))]
    for (const row of await versionRows(this.db, this.accountId, chosen('subtitle'))) this.versions.set(row.id, row)
    const theirs = [...this.versions.values()].flatMap(({ video_id }) => video_id ?? [])
    const wanted = [...new Set([...chosen('video'), ...theirs])]
    for (const row of await videoRows(this.db, this.accountId, wanted)) this.videos.set(row.id, row)
  }

  /** Uses a version that is not stored, for a price before its text exists. */
  assume(row: SubtitleRow): void {
    this.versions.set(row.id, row)
  }

  /** The caller's version with its cues; throws a Refusal if there is none. */
  async version(id: string): Promise<SubtitleRow> {
    return this.versions.get(id) ?? findVersion(this.db, this.accountId, id)
  }

  /** The caller's video; throws a Refusal if there is none. */
  async video(id: string): Promise<VideoRow> {
    return this.videos.get(id) ?? findVideo(this.db, this.accountId, id)
  }

  offers(): Promise<FleetOffers> {
    return this.once('offers', () => offersOf(this.db))
  }

  folderSettings(folderId: string): Promise<FolderSettings> {
    return this.once(`settings ${folderId}`, () => folderSettings(this.db, folderId))
  }

  /** Voices stored for a folder's speakers in a language. */
  keptVoices(folderId: string, language: string): Promise<RoleVoice[]> {
    const key = `voices ${folderId} ${language}`
    return this.once(key, () => keptVoices(this.db, this.accountId, folderId, language))
  }

  /** Known speakers of a version in a folder. */
  speakers(folderId: string, version: SpeakersOf): Promise<KnownSpeakers> {
    const key = `speakers ${folderId} ${version.imported_file_id}`
    return this.once(key, () => knownSpeakers(this.db, this.accountId, folderId, version))
  }

  /** Voices of a version's lines, and their takes. */
  lineFacts(fileId: string): Promise<LineFacts> {
    return this.once(`lines ${fileId}`, async () => ({
      voices: await lineVoices(this.db, fileId),
      takes: await keptTakes(this.db, fileId),
    }))
  }

  /** Takes of a video in a language. */
  takes(videoId: string, language: string): Promise<Takes> {
    return this.once(`takes ${videoId} ${language}`, () => takesOf(this.db, this.accountId, videoId, language))
  }

  /** Results that replace the video's own picture and sound. */
  usedMedia(video: VideoRow, { type, uses }: TaskKind): Promise<UsedMedia> {
    return this.once(`used ${video.id} ${type}`, () => usedMedia(this.db, video, uses, this.given))
  }

  /** The last task of a kind, or of the one that it follows, with a result for a video and language. */
  async earlier(kind: TaskKind, videoId: string, language: string): Promise<EarlierTask | undefined> {
    const row = this.videos.has(videoId)
      ? (await this.earlierOfAll(kind)).get(`${videoId} ${language}`)
      : await earlierRow(this.db, this.accountId, kind, videoId, language)
    return row && withFrozen(this.db, kind, row)
  }

  private earlierOfAll(kind: TaskKind): Promise<ReadonlyMap<string, EarlierRow>> {
    const videoIds = [...this.videos.keys()]
    return this.once(`earlier ${kind.type}`, () => earlierRows(this.db, this.accountId, kind, videoIds))
  }

  /** An unfinished task that makes the same, or a finished one; of kinds that work on a text an unfinished one only. */
  async same(kind: TaskKind, start: CheckedStart): Promise<StartedRow | undefined> {
    const id = mainSubjectId(kind, start.subjects)
    if (id === undefined || kind.isInternal) return undefined
    const known = kind.freezes === 'nothing' ? this.videos : this.versions
    const ids = known.has(id) ? [...known.keys()] : [id]
    const rows = await this.once(`started ${kind.type} ${ids[0]}`, () =>
      startedRows(this.db, this.accountId, kind, ids),
    )
    const own = rows.filter(({ subject_id }) => subject_id === id)
    return sameAmong(own, kind, start)
  }

  private once<T>(key: string, read: () => Promise<T>): Promise<T> {
    const answer = (this.answers.get(key) as Promise<T> | undefined) ?? read()
    this.answers.set(key, answer)
    return answer
  }
}
