import type { SubjectKind } from '#core/tasks/kind.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../store/db.ts'
import type { ProjectTable } from '../../store/tables/tasks.ts'
import { notFound } from '../refusal.ts'
import type { SubtitleRow } from '../subtitles/rows.ts'
import { own } from '../scope.ts'
import type { VideoRow } from '../videos/rows.ts'

type ProjectRow = Selectable<ProjectTable>

/** Ids of what a caller names, by what it is. */
export type SubjectIds = { readonly [K in SubjectKind | 'second']?: string | undefined }

interface Found {
  readonly video: VideoRow | undefined
  readonly subtitle: SubtitleRow | undefined
  readonly second: SubtitleRow | undefined
  readonly project: ProjectRow | undefined
}

/** What a task works on, found and owned by the caller. Asking for what is not there throws a Refusal. */
export class Subjects {
  private readonly found: Found

  constructor(found: Found) {
    this.found = found
  }

  get video(): VideoRow {
    return there(this.found.video)
  }

  get subtitle(): SubtitleRow {
    return there(this.found.subtitle)
  }

  /** The video, named by the caller or the one that the subtitle belongs to, where there is one. */
  get videoIfAny(): VideoRow | undefined {
    return this.found.video
  }

  /** The folder of what the task works on. */
  get folderIfAny(): string | undefined {
    const { video, subtitle, project } = this.found
    return (video ?? subtitle ?? project)?.folder_id
  }

  /** A second version of the same video, where the caller named one. */
  get secondIfAny(): SubtitleRow | undefined {
    return this.found.second
  }

  get project(): ProjectRow {
    return there(this.found.project)
  }

  /** All of them as rows of a task, with the video that a subtitle belongs to. */
  get rows(): { kind: SubjectKind; id: string }[] {
    const { video, subtitle, project } = this.found
    return [
      ...(video ? [{ kind: 'video' as const, id: video.id }] : []),
      ...(subtitle ? [{ kind: 'subtitle' as const, id: subtitle.id }] : []),
      ...(project ? [{ kind: 'project' as const, id: project.id }] : []),
    ]
  }
}

function there<T>(row: T | undefined): T {
  if (!row) throw notFound()
  return row
}

/** Where subjects are read; each asks for one of the caller's and throws a Refusal where there is none. */
interface SubjectSource {
  readonly db: Db
  readonly accountId: string
  version(id: string): Promise<SubtitleRow>
  video(id: string): Promise<VideoRow>
}

/** Reads the subjects that a kind asks for, with the video of a subtitle; one that is not the caller's is refused. */
export async function findSubjects(
  source: SubjectSource,
  kinds: readonly SubjectKind[],
  ids: SubjectIds,
): Promise<Subjects> {
  const idOf = (kind: SubjectKind): string => ids[kind] ?? ''
  const subtitle = kinds.includes('subtitle') ? await source.version(idOf('subtitle')) : undefined
  const second = subtitle && ids.second !== undefined ? await source.version(ids.second) : undefined
  const videoId = kinds.includes('video') ? idOf('video') : subtitle?.video_id
  const video = typeof videoId === 'string' ? await source.video(videoId) : undefined
  const project = kinds.includes('project') ? await own(source, 'project', idOf('project')) : undefined
  return new Subjects({ video, subtitle, second, project })
}
