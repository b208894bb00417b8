import { proxy, ref } from 'valtio'
import { type FileStyles, fileStylesOf } from '#core/subtitle/ass-drawn.ts'
import type { BurnLook } from '#core/subtitle/burn.ts'
import { type BurnStyle, usualBurnStyle } from '#core/subtitle/burn-style.ts'
import { hasOwnStyles } from '#core/subtitle/format.ts'
import * as z from 'zod/mini'
import { stored } from '#src/ui/stored.ts'
import { FileUnreadable } from '#src/subtitles/file-unreadable.ts'
import type { FileOrigin } from '../file-origin.ts'
import type { EditorMedia } from '../media/editor-media.ts'
import type { OwnStyles } from './shown-scene.ts'

/** Where a version's style is kept. */
export interface StyleStore {
  /** Undefined where nobody set one yet. */
  read(): BurnStyle | undefined
  write(style: BurnStyle): void
  /** Whether the styles of the version's file hold. */
  readFileStyles(): boolean
  writeFileStyles(hold: boolean): void
}

const spokenMarkSetting = stored('cuelane-spoken-mark', z.boolean(), true)

interface Parts {
  readonly media: EditorMedia
  readonly store: StyleStore
  /** The file that the version was made of. */
  readonly file: FileOrigin | undefined
  readonly onFailure: (error: unknown) => void
}

interface Cells {
  style: BurnStyle
  hasSafeAreas: boolean
  /** Whether the word that is said is marked in the player, where the style does not do it. */
  hasSpokenMark: boolean
  /** The styles of the version's file; undefined where it has none, or none yet. */
  own: OwnStyles | undefined
  /** Whether they hold in place of `style`. */
  isOwn: boolean
  /** Whether the file is still on its way: nothing is drawn until then. */
  isReading: boolean
}

/** How the subtitles of the open version look in the picture: what the player shows and what is burned in. */
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
      // Lines are shown in the version's own style.
      if (!(error instanceof FileUnreadable)) throw error
    } finally {
      this.cells.isReading = false
    }
  }

  /** The styles of the version's file where they hold. */
  get fileStyles(): OwnStyles | undefined {
    return this.cells.isOwn ? this.cells.own : undefined
  }

  /** Has the styles of the file hold, or those of the version. */
  holdFileStyles(hold: boolean): void {
    this.cells.isOwn = hold
    this.store.writeFileStyles(hold)
  }

  /** The place that a line has without a tag. */
  get usualAlign(): number {
    return this.fileStyles ? 2 : this.cells.style.align
  }

  /** What the picture's subtitles are drawn with now. */
  get look(): BurnLook {
    const { width, height, language } = this.media
    return { ...(width && height ? { width, height } : NO_PICTURE), style: this.cells.style, language }
  }

  /** Changes the style and keeps it with the version. */
  change(change: Partial<BurnStyle>): void {
    const style = { ...this.cells.style, ...change }
    this.cells.style = ref(style)
    this.store.write(style)
  }

  /** Marks the word that is said in the player, or no longer; not in what is burned in. */
  markSpoken(mark: boolean): void {
    this.cells.hasSpokenMark = mark
    spokenMarkSetting.set(mark)
  }

  /** Back to the usual look. */
  reset(): void {
    this.change({ ...usualBurnStyle, words: undefined })
  }
}

/** Addresses at which the drawing worker gets the fonts that a file brings, for as long as the page is open. */
function addressesOf({ fonts }: FileStyles): string[] {
  return fonts.map(({ bytes }) => URL.createObjectURL(new Blob([bytes])))
}

/** The picture that subtitles are drawn in where there is no video. */
const NO_PICTURE = { width: 1920, height: 1080 }
