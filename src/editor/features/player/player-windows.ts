import { startTips } from '#src/ui/tips.ts'
import { followStyles } from './follow-styles.ts'
import type { WindowRefusal } from '../../context/notices.ts'
import { perEditor } from '../../context/per-editor.ts'

/** Document Picture-in-Picture (WICG), which some browsers lack. */
interface DocumentPictureInPicture {
  requestWindow(options: { width: number; height: number }): Promise<Window>
}

/** A screen of the Window Management API (W3C). */
interface ScreenPlace {
  readonly availLeft: number
  readonly availTop: number
  readonly availWidth: number
  readonly availHeight: number
}

declare global {
  interface Window {
    readonly documentPictureInPicture?: DocumentPictureInPicture
    readonly getScreenDetails?: () => Promise<{
      readonly currentScreen: ScreenPlace
      readonly screens: readonly ScreenPlace[]
    }>
  }
}

export interface PlayerWindowsState {
  /** The separate window of the player. */
  readonly own: Window | undefined
  /** The window that mirrors the picture. */
  readonly mirror: Window | undefined
  readonly isFullScreen: boolean
}

const inPane: PlayerWindowsState = { own: undefined, mirror: undefined, isFullScreen: false }
const OWN_WIDTH = 720
const BAR_HEIGHT = 36
const MIRROR = { width: 960, height: 540 }

/**
 * Place of the player: pane, full screen or a separate window, and its mirror. The player is one element that moves
 * between places, so that playback continues.
 */
export class PlayerWindows {
  private current = inPane
  private element: HTMLDivElement | undefined
  private pane: HTMLElement | undefined
  private shown: HTMLVideoElement | undefined
  /** The pending request for full screen. */
  private asked: Promise<void> | undefined
  private readonly onRefusal: (reason: WindowRefusal) => void
  private readonly listeners = new Set<() => void>()

  constructor(onRefusal: (reason: WindowRefusal) => void) {
    this.onRefusal = onRefusal
  }

  /** For React: the same object until something changes. */
  readonly state = (): PlayerWindowsState => this.current
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** For React: the player's video; undefined without one. */
  readonly video = (): HTMLVideoElement | undefined => this.shown

  /** Sets the playing video; returns a function that removes it. */
  show(video: HTMLVideoElement): () => void {
    this.shown = video
    this.tell({})
    return () => {
      if (this.shown !== video) return
      this.shown = undefined
      this.tell({})
    }
  }

  /** Whether this browser has windows that stay in front. */
  get hasOwnWindows(): boolean {
    return window.documentPictureInPicture !== undefined
  }

  /** The element that contains the player in every place. */
  get host(): HTMLDivElement {
    if (!this.element) {
      const element = document.createElement('div')
      element.className = 'player-host'
      element.addEventListener('fullscreenchange', () =>
        this.tell({ isFullScreen: element.ownerDocument.fullscreenElement === element }),
      )
      this.element = element
    }
    return this.element
  }

  /** Moves the player to its pane, unless it is in a window; returns a function that removes it. */
  dock(pane: HTMLElement): () => void {
    this.pane = pane
    if (!this.current.own) pane.append(this.host)
    return () => {
      if (this.pane === pane) this.pane = undefined
    }
  }

  /** Toggles full screen; a player in a separate window returns first. */
  async toggleFullScreen(): Promise<void> {
    if (this.fillsScreen) return this.leaveFullScreen()
    this.current.own?.close()
    this.comeBack()
    // If the browser refuses, the picture stays in its place.
    this.asked = this.host.requestFullscreen().catch(() => undefined)
    await this.asked
  }

  /** Leaves full screen, for content elsewhere. */
  async leaveFullScreen(): Promise<void> {
    await this.asked
    // The browser may have left full screen automatically, on Escape.
    if (this.fillsScreen) await this.host.ownerDocument.exitFullscreen().catch(() => undefined)
  }

  /** Read from the document, since the event comes a frame after the change. */
  private get fillsScreen(): boolean {
    return this.host.ownerDocument.fullscreenElement === this.host
  }

  async toggleOwnWindow(): Promise<void> {
    const { own } = this.current
    if (own) return own.close()
    const offered = window.documentPictureInPicture
    if (!offered) return this.onRefusal('no_own_window')
    await this.leaveFullScreen()
    const opened = await offered.requestWindow(this.ownSize).catch(() => undefined)
    if (!opened) return this.onRefusal('window_blocked')
    const stopStyles = followStyles(opened.document)
    opened.document.body.classList.add('player-window')
    opened.document.body.append(this.host)
    startTips(opened.document)
    opened.addEventListener('pagehide', () => {
      stopStyles()
      this.comeBack()
    })
    this.tell({ own: opened })
  }

  /** A usual width, with the height of picture and bar. */
  private get ownSize(): { width: number; height: number } {
    const { videoWidth = 0, videoHeight = 0 } = this.shown ?? {}
    const shape = videoWidth > 0 ? videoHeight / videoWidth : 9 / 16
    return { width: OWN_WIDTH, height: Math.round(OWN_WIDTH * shape) + BAR_HEIGHT }
  }

  private comeBack(): void {
    if (!this.current.own) return
    this.pane?.append(this.host)
    this.tell({ own: undefined })
  }

  /** Opens a window with the same picture, on another screen if there is one, or closes it. */
  async toggleMirror(): Promise<void> {
    if (this.current.mirror) return this.current.mirror.close()
    const place = await otherScreen()
    const opened = window.open('', '', `popup,${place}`)
    if (!opened) return this.onRefusal('window_blocked')
    const stopStyles = followStyles(opened.document)
    opened.document.body.classList.add('player-window')
    opened.addEventListener('pagehide', () => {
      stopStyles()
      this.tell({ mirror: undefined })
    })
    this.tell({ mirror: opened })
  }

  /** Closes all windows when the user leaves the version. */
  close(): void {
    const { own, mirror } = this.current
    own?.close()
    mirror?.close()
  }

  private tell(change: Partial<PlayerWindowsState>): void {
    this.current = { ...this.current, ...change }
    for (const listener of this.listeners) listener()
  }
}

/** Window features for another screen, if browser and user give access to it. */
async function otherScreen(): Promise<string> {
  const details = await window.getScreenDetails?.().catch(() => undefined)
  const other = details?.screens.find((screen) => screen !== details.currentScreen)
  if (!other) return `width=${MIRROR.width},height=${MIRROR.height}`
  const { availLeft, availTop, availWidth, availHeight } = other
  return `left=${availLeft},top=${availTop},width=${availWidth},height=${availHeight}`
}

/** Windows of an editor's player. */
export const windowsOf = perEditor(
  (editor) => new PlayerWindows((reason) => editor.notify({ kind: 'window_refused', reason })),
)
