import { startTips } from '#src/ui/tips.ts'
import { followStyles } from './follow-styles.ts'

/** What Document Picture-in-Picture offers (WICG); browsers without it lack the whole object. */
interface DocumentPictureInPicture {
  requestWindow(options: { width: number; height: number }): Promise<Window>
}

/** What the Window Management API says of a screen (W3C). */
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

/** Why a window did not open. */
export type WindowRefusal = 'no_own_window' | 'window_blocked'

export interface PlayerWindowsState {
  /** The window that the player moved to. */
  readonly own: Window | undefined
  /** The window that shows the same picture. */
  readonly mirror: Window | undefined
  readonly isFullScreen: boolean
}

const inPane: PlayerWindowsState = { own: undefined, mirror: undefined, isFullScreen: false }
const OWN_WIDTH = 720
const BAR_HEIGHT = 36
const MIRROR = { width: 960, height: 540 }

/**
 * Where the player is: in its pane, over the whole screen or in a window of its own, and the window that mirrors it. The
 * player stays one element that goes from place to place, so that its video plays on.
 */
export class PlayerWindows {
  private current = inPane
  private element: HTMLDivElement | undefined
  private pane: HTMLElement | undefined
  private shown: HTMLVideoElement | undefined
  /** The request to fill the screen that the browser has not answered. */
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

  /** For React: the video of the player, undefined where there is none. */
  readonly video = (): HTMLVideoElement | undefined => this.shown

  /** Takes the video that plays; returns what takes it away again. */
  show(video: HTMLVideoElement): () => void {
    this.shown = video
    this.tell({})
    return () => {
      if (this.shown !== video) return
      this.shown = undefined
      this.tell({})
    }
  }

  /** Whether this browser has windows that stay in front of all others. */
  get hasOwnWindows(): boolean {
    return window.documentPictureInPicture !== undefined
  }

  /** What holds the player, wherever that is. */
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

  /** Puts the player into its pane, unless it is in a window; returns what takes it out. */
  dock(pane: HTMLElement): () => void {
    this.pane = pane
    if (!this.current.own) pane.append(this.host)
    return () => {
      if (this.pane === pane) this.pane = undefined
    }
  }

  /** Over the whole screen, or back. A player in its own window comes back first. */
  async toggleFullScreen(): Promise<void> {
    if (this.fillsScreen) return this.leaveFullScreen()
    this.current.own?.close()
    this.comeBack()
    // A browser that refuses stays as it is: the picture is there all the same.
    this.asked = this.host.requestFullscreen().catch(() => undefined)
    await this.asked
  }

  /** Back to the pane, where something else has to be seen. */
  async leaveFullScreen(): Promise<void> {
    await this.asked
    // The browser may have left by itself in the same moment, on Escape.
    if (this.fillsScreen) await this.host.ownerDocument.exitFullscreen().catch(() => undefined)
  }

  /** Read from the document: its event comes a frame after the change. */
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

  /** As wide as is usual, as high as the picture and the bar under it. */
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

  /** Shows the picture in a second window as well, on another screen where there is one; or closes that window. */
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

  /** Closes every window, for when the version is left. */
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

/** Features of a window on a screen that this one is not on, as far as the browser and the person tell of it. */
async function otherScreen(): Promise<string> {
  const details = await window.getScreenDetails?.().catch(() => undefined)
  const other = details?.screens.find((screen) => screen !== details.currentScreen)
  if (!other) return `width=${MIRROR.width},height=${MIRROR.height}`
  const { availLeft, availTop, availWidth, availHeight } = other
  return `left=${availLeft},top=${availTop},width=${availWidth},height=${availHeight}`
}
