import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import type { BurnStyle } from '#core/subtitle/burn/burn-style.ts'
import { burnStyle } from '#core/subtitle/burn/burn-style-schema.ts'
import { call } from '#src/api/call.ts'
import { stored } from '#src/ui/stored.ts'
import { delays } from '../model/options.ts'
import * as z from 'zod/mini'

/** Store of a version's style. */
export interface StyleStore {
  /** Undefined if none is set. */
  read(): BurnStyle | undefined
  write(style: BurnStyle): void
  /** Whether the styles of the version's file apply. */
  readFileStyles(): boolean
  writeFileStyles(hold: boolean): void
}

const keptStyle = (key: string) => stored<BurnStyle | undefined>(key, z.optional(burnStyle), undefined)

/** Style of a local file, stored in this browser. */
export function localStyleStore(name: string): StyleStore {
  const kept = keptStyle(`cuelane-style ${name}`)
  const fileStyles = stored(`cuelane-file-styles ${name}`, z.boolean(), true)
  return {
    read: () => kept.get(),
    write: (style) => kept.set(style),
    readFileStyles: () => fileStyles.get(),
    writeFileStyles: (hold) => fileStyles.set(hold),
  }
}

/**
 * Style of a library version, stored in this browser until the server has it, so that closing the tab loses nothing.
 */
export function libraryStyleStore(
  { file_id: fileId, style: onServer, file_styles: hold }: Pick<SubtitleVersion, 'file_id' | 'style' | 'file_styles'>,
  onFailure: (error: unknown) => void,
): StyleStore {
  const unsent = keptStyle(`cuelane-style ${fileId}`)
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = async (): Promise<void> => {
    const style = unsent.get()
    if (!style) return
    try {
      await call('styleVersion', { file_id: fileId, style })
      if (JSON.stringify(unsent.get()) === JSON.stringify(style)) unsent.clear()
    } catch (error) {
      onFailure(error)
    }
  }
  const write = (style: BurnStyle): void => {
    unsent.set(style)
    clearTimeout(timer)
    timer = setTimeout(() => void send(), delays.write)
  }
  return {
    read: () => {
      if (unsent.get()) void send()
      return unsent.get() ?? onServer ?? undefined
    },
    write,
    readFileStyles: () => hold,
    writeFileStyles: (next) => {
      call('styleVersion', { file_id: fileId, file_styles: next }).catch(onFailure)
    },
  }
}
