import type { Role } from '#core/contract/role.ts'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import type { Video } from '#core/contract/video.ts'
import type { EditorTarget } from '../host.ts'

/** What the library knows of the open video; replaced as a whole when it is read again. */
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
  /** The version that is edited. */
  readonly fileId: string
  private current: LibraryData
  private go: (target: EditorTarget) => void = () => undefined
  private readonly listeners = new Set<() => void>()

  constructor(fileId: string, data: LibraryData) {
    this.fileId = fileId
    this.current = data
  }

  /** For React: the same object until something was read again. */
  readonly data = (): LibraryData => this.current
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Takes in what was read again. */
  update(change: Partial<LibraryData>): void {
    this.current = { ...this.current, ...change }
    for (const listener of this.listeners) listener()
  }

  /** Goes to other videos from now on in this way. */
  goBy(goTo: (target: EditorTarget) => void): void {
    this.go = goTo
  }

  /** Opens another video of the folder. */
  goTo(target: EditorTarget): void {
    this.go(target)
  }

  /** Whether the film is the person's own: of one that is shared with them, folder, versions and tasks are the owner's. */
  get isOwn(): boolean {
    return this.current.video.access === 'own'
  }

  /** The versions other than the open one. */
  get others(): readonly SubtitleVersion[] {
    return this.current.versions.filter(({ file_id }) => file_id !== this.fileId)
  }

  /** The address at which the editor opens with a cue in focus. */
  addressOf(cueId: string | undefined): string {
    const { video_id } = this.current.video
    const query = new URLSearchParams({ video: video_id, file: this.fileId, ...(cueId && { cue: cueId }) })
    return `${location.origin}/lab/pro/srt-edit?${query}`
  }
}
