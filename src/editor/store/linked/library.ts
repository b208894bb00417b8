import type { Role } from '#core/contract/role.ts'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import type { Video } from '#core/contract/video.ts'

/** What the editor opens: a video, one of its versions, and a line. */
export interface EditorTarget {
  readonly video: string
  readonly file?: string
  readonly cue?: string
}

/** Data of the library about the open video; replaced as a whole when it is reloaded. */
export interface LibraryData {
  readonly video: Video
  readonly versions: readonly SubtitleVersion[]
  /** Speakers of the folder. */
  readonly roles: readonly Role[]
  /** Opens another version of the video. */
  readonly onOpen: (fileId: string) => void
}

/** The open version's place in the library: its video, the other versions, the folder's speakers. */
export class LibraryBinding {
  /** The open version. */
  readonly fileId: string
  private current: LibraryData
  private go: (target: EditorTarget) => void = () => undefined
  private readonly listeners = new Set<() => void>()

  constructor(fileId: string, data: LibraryData) {
    this.fileId = fileId
    this.current = data
  }

  /** For React: the same object until a reload. */
  readonly data = (): LibraryData => this.current
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Applies reloaded data. */
  update(change: Partial<LibraryData>): void {
    this.current = { ...this.current, ...change }
    for (const listener of this.listeners) listener()
  }

  /** Sets how the editor opens other videos. */
  goBy(goTo: (target: EditorTarget) => void): void {
    this.go = goTo
  }

  /** Opens another video of the folder. */
  goTo(target: EditorTarget): void {
    this.go(target)
  }

  /** Whether the user owns the video: folder, versions and tasks of a shared one belong to its owner. */
  get isOwn(): boolean {
    return this.current.video.access === 'own'
  }

  /** The versions other than the open one. */
  get others(): readonly SubtitleVersion[] {
    return this.current.versions.filter(({ file_id }) => file_id !== this.fileId)
  }

  /** Address that opens the editor with a cue in focus. */
  addressOf(cueId: string | undefined): string {
    const { video_id } = this.current.video
    const query = new URLSearchParams({ video: video_id, file: this.fileId, ...(cueId && { cue: cueId }) })
    return `${location.origin}/lab/pro/srt-edit?${query}`
  }
}
