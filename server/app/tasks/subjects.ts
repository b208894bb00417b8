import type { SubjectKind } from '#core/tasks/kind.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../store/db.ts'
import type { ProjectTable } from '../../store/tables/tasks.ts'
import { notFound } from '../refusal.ts'
import type { SubtitleRow } from '../subtitles/rows.ts'
import { own } from '../scope.ts'
import type { VideoRow } from '../videos/rows.ts'

type ProjectRow = Selectable<ProjectTable>

/** Ids that a caller names, by kind. */
export type SubjectIds = { readonly [K in SubjectKind | 'second']?: string | undefined }

interface Found {
  readonly video: VideoRow | undefined
  readonly subtitle: SubtitleRow | undefined
  readonly second: SubtitleRow | undefined
  readonly project: ProjectRow | undefined
}

/** A task's subjects, checked as the caller's. A missing one throws a Refusal. */
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

  /** The video, named by the caller or belonging to the subtitle, if there is one. */
  get videoIfAny(): VideoRow | undefined {
    return this.found.video
  }

  /** The subjects' folder. */
  get folderIfAny(): string | undefined {
    const { video, subtitle, project } = this.found
    return (video ?? subtitle ?? project)?.folder_id
  }

  /** A second version of the same video, if the caller named one. */
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

/** Readers of subjects; each returns the caller's row or throws a Refusal. */
interface SubjectSource {
  readonly db: Db
  readonly accountId: string
  version(id: string): Promise<SubtitleRow>
  video(id: string): Promise<VideoRow>
}

/** Reads the subjects that a kind needs, with the video of a subtitle; foreign ones are refused. */
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
