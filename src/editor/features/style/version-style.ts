import { proxy, ref } from 'valtio'
import { type FileStyles, fileStylesOf } from '#core/subtitle/formats/ass/drawn.ts'
import type { BurnLook } from '#core/subtitle/burn/burn.ts'
import { type BurnStyle, usualBurnStyle } from '#core/subtitle/burn/burn-style.ts'
import { hasOwnStyles } from '#core/subtitle/formats/format.ts'
import * as z from 'zod/mini'
import { stored } from '#src/ui/stored.ts'
import { FileUnreadable } from '#src/subtitles/file-unreadable.ts'
import type { FileOrigin } from '../../store/file-origin.ts'
import type { EditorMedia } from '../../media/editor-media.ts'
import type { OwnStyles } from './shown-scene.ts'
import type { StyleStore } from '../../store/style-store.ts'
import { perEditor } from '../../context/per-editor.ts'

const spokenMarkSetting = stored('cuelane-spoken-mark', z.boolean(), true)

interface Parts {
  readonly media: EditorMedia
  readonly store: StyleStore
  /** The imported file of the version. */
  readonly file: FileOrigin | undefined
  readonly onFailure: (error: unknown) => void
}

interface Cells {
  style: BurnStyle
  hasSafeAreas: boolean
  /** Whether the player marks the active word if the style does not. */
  hasSpokenMark: boolean
  /** Styles of the version's file; undefined without any, or while loading. */
  own: OwnStyles | undefined
  /** Whether they apply in place of `style`. */
  isOwn: boolean
  /** Whether the file is loading; nothing is drawn until then. */
  isReading: boolean
}

/** Look of the open version's subtitles, for the player and for burning. */
export class VersionStyle {
  readonly cells: Cells
  private readonly media: EditorMedia
  private readonly store: StyleStore

  constructor({ media, store, file, onFailure }: Parts) {
    this.media = media
    this.store = store
    const isStyled = file !== undefined && hasOwnStyles(file.format)
    this.cells = proxy<Cells>({
      style: ref(store.read() ?? usualBurnStyle),
      hasSafeAreas: false,
      hasSpokenMark: spokenMarkSetting.get(),
      own: undefined,
      isOwn: store.readFileStyles(),
      isReading: isStyled,
    })
    if (isStyled) this.take(file).catch(onFailure)
  }

  private async take(file: FileOrigin): Promise<void> {
    try {
      const { extras } = await file.read()
      const styles = fileStylesOf(extras)
      if (styles) this.cells.own = ref({ styles, fonts: addressesOf(styles) })
    } catch (error) {
      // Lines are then drawn in the version's style.
      if (!(error instanceof FileUnreadable)) throw error
    } finally {
      this.cells.isReading = false
    }
  }

  /** Styles of the version's file, if they apply. */
  get fileStyles(): OwnStyles | undefined {
    return this.cells.isOwn ? this.cells.own : undefined
  }

  /** Applies the styles of the file, or the version's. */
  holdFileStyles(hold: boolean): void {
    this.cells.isOwn = hold
    this.store.writeFileStyles(hold)
  }

  /** Position of a line without a tag. */
  get usualAlign(): number {
    return this.fileStyles ? 2 : this.cells.style.align
  }

  /** What the subtitles are drawn with now. */
  get look(): BurnLook {
    const { width, height, language } = this.media
    return { ...(width && height ? { width, height } : NO_PICTURE), style: this.cells.style, language }
  }

  /** Changes the style and stores it with the version. */
  change(change: Partial<BurnStyle>): void {
    const style = { ...this.cells.style, ...change }
    this.cells.style = ref(style)
    this.store.write(style)
  }

  /** Marks the active word in the player or not; burned subtitles do not change. */
  markSpoken(mark: boolean): void {
    this.cells.hasSpokenMark = mark
    spokenMarkSetting.set(mark)
  }

  /** Restores the default look. */
  reset(): void {
    this.change({ ...usualBurnStyle, words: undefined })
  }
}

/** Addresses of a file's fonts for the drawing worker, valid while the page is open. */
function addressesOf({ fonts }: FileStyles): string[] {
  return fonts.map(({ bytes }) => URL.createObjectURL(new Blob([bytes])))
}

/** Picture size without a video. */
const NO_PICTURE = { width: 1920, height: 1080 }

/** Style of an editor's version. */
export const styleOf = perEditor(
  ({ media, opened: { style: store, file }, failed }) => new VersionStyle({ media, store, file, onFailure: failed }),
)
