import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Folder } from '#core/contract/folder.ts'
import { cardBeside } from './card-keys.ts'
import { carryFiles } from './drag.ts'
import { chosenOf, type FileList, keyOf, type SpaceFile } from './files.ts'
import type { Density } from '#src/ui/DensitySwitch.tsx'
import { firstOfEach } from '#src/ui/VirtualGrid.tsx'
import type { Selection } from './selection.ts'
import { SubtitleCard } from './SubtitleCard.tsx'
import { VideoCard } from './VideoCard.tsx'

interface Props {
  folder: Folder
  files: readonly SpaceFile[]
  density: Density
  selection: Selection
  loadersOf: FileList['loadersOf']
}

const GAP = 16
const LEAST_WIDTH = 256
/** Height of a card below its picture, and of a row. */
const TEXT_HEIGHT = 174
const ROW_HEIGHT = 72
const ROW_GAP = 8

/** Columns and row height for a width. */
function layoutOf(width: number, density: Density): { columns: number; height: number; gap: number } {
  if (density === 'rows') return { columns: 1, height: ROW_HEIGHT, gap: ROW_GAP }
  const columns = Math.max(1, Math.floor((width + GAP) / (LEAST_WIDTH + GAP)))
  const card = (width - GAP * (columns - 1)) / columns
  return { columns, height: Math.round((card * 9) / 16) + TEXT_HEIGHT, gap: GAP }
}

/** Cards or rows of files, virtualised. */
export function FileGrid({ folder, files, density, selection, loadersOf }: Props): ReactNode {
  const { t } = useTranslation('library')
  const scroller = useRef<HTMLDivElement>(null)
  const width = useWidth(scroller)
  const { columns, height, gap } = layoutOf(width, density)
  const rows = useVirtualizer({
    count: Math.ceil(files.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    gap,
    overscan: 3,
  })
  useEffect(() => rows.measure(), [rows, height, gap])
  const shown = rows.getVirtualItems()
  const first = (shown[0]?.index ?? 0) * columns
  const last = ((shown.at(-1)?.index ?? 0) + 1) * columns
  // One flat list: nested lists would be remounted at each scroll step.
  const near = shown.flatMap((row) =>
    files
      .slice(row.index * columns, (row.index + 1) * columns)
      .map((file, column) => ({ file, column, row, key: keyOf(file) })),
  )
  const open = (event: KeyboardEvent<HTMLElement>): void => {
    goToCard(event)
    const file = chosenByKey(event, files)
    if (!file) return
    event.preventDefault()
    selection.toggle(file, { range: event.shiftKey })
  }
  const choose = (event: MouseEvent<HTMLElement>): void => {
    const file = chosenByClick(event, files)
    if (!file) return
    event.preventDefault()
    event.stopPropagation()
    selection.toggle(file, { range: event.shiftKey })
  }
  return (
    <div ref={scroller} className="file-scroller">
      {loadersOf(first, last)}
      <div
        className="file-grid"
        role="list"
        aria-label={t('files_of', { name: folder.folder_name })}
        data-density={density}
        data-choosing={selection.files.length > 0}
        style={{ height: rows.getTotalSize() }}
        onKeyDown={open}
        onClickCapture={choose}
      >
        {firstOfEach(near, ({ key }) => key).map(({ file, column, row, key }) => (
          <div
            key={key}
            role="listitem"
            aria-setsize={files.length}
            aria-posinset={row.index * columns + column + 1}
            className="file-place"
            draggable
            onDragStart={(event) =>
              carryFiles(event.dataTransfer, selection.has(file) ? selection.files : [chosenOf(file)])
            }
            style={{
              height,
              width: `calc((100% - ${GAP * (columns - 1)}px) / ${columns})`,
              transform: `translate(calc(${column * 100}% + ${column * GAP}px), ${row.start}px)`,
            }}
            data-key={key}
          >
            <Card file={file} selection={selection} />
          </div>
        ))}
      </div>
    </div>
  )
}

function Card({ file, selection }: { file: SpaceFile; selection: Selection }): ReactNode {
  const choice = {
    isChosen: selection.has(file),
    onChoose: (range: boolean) => selection.toggle(file, { range }),
  }
  if (file.video) return <VideoCard video={file.video} task={file.task} {...choice} />
  return file.subtitle && <SubtitleCard version={file.subtitle} {...choice} />
}

/** An element's inner width in pixels. */
function useWidth(ref: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(LEAST_WIDTH)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}

/** Ctrl+Space selects the focused file; with Shift the range from the previous one. */
function chosenByKey(event: KeyboardEvent, files: readonly SpaceFile[]): SpaceFile | undefined {
  if (event.key !== ' ' || !(event.ctrlKey || event.metaKey || event.shiftKey)) return undefined
  const key = (event.target as Element).closest<HTMLElement>('.file-place')?.dataset['key']
  return files.find((file) => keyOf(file) === key)
}

/**
 * Ctrl+click selects a file, Shift+click the range, anywhere on the card but its checkbox. Ctrl+click on a link still
 * opens a tab.
 */
function chosenByClick(event: MouseEvent<HTMLElement>, files: readonly SpaceFile[]): SpaceFile | undefined {
  const { target, currentTarget, shiftKey } = event
  const hasCtrl = event.ctrlKey || event.metaKey
  // Menus and dialogs are React children of a card, but elsewhere in the DOM.
  if (!(hasCtrl || shiftKey) || !(target instanceof Element) || !currentTarget.contains(target)) return undefined
  if (target.closest('.file-choice') || (hasCtrl && target.closest('a'))) return undefined
  const key = target.closest<HTMLElement>('.file-place')?.dataset['key']
  return files.find((file) => keyOf(file) === key)
}

/** Arrow keys move between cards; a card's focus is on its name. */
function goToCard(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event
  if (!(target instanceof Element) || !target.matches('.video-name')) return
  const names = [...currentTarget.querySelectorAll<HTMLElement>('.video-name')]
  const boxes = names.map((name) => (name.closest('.file-place') ?? name).getBoundingClientRect())
  const at = cardBeside(
    boxes,
    names.findIndex((name) => name === target),
    key,
  )
  if (at === undefined) return
  event.preventDefault()
  names[at]?.focus({ preventScroll: true })
  names[at]?.closest('.file-place')?.scrollIntoView({ block: 'nearest' })
}
