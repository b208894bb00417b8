import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { textDirection } from '#core/subtitle/text/direction.ts'
import { type Cue, sameCue } from '#core/subtitle/cue/cue.ts'
import { cueIn } from '#core/subtitle/cue/cue-list.ts'
import { writeSpan } from '#core/timing/time-notation.ts'
import { ChangedText } from '#src/ui/ChangedText.tsx'
import { AddRowBottom, SwapHorizontal, Tick } from '#src/ui/icons.ts'
import { ContextMenu } from '#src/ui/ContextMenu.ts'
import { Menu, MenuDivider, MenuItem } from '#src/ui/Menu.ts'
import { useTheme } from '#src/ui/theme.ts'
import { useCell } from '../../context/use-cell.ts'
import { useEditor, useNotation } from '../../context/use-editor.ts'
import { type OpenReading, readingsOf } from './readings.ts'

/** Other readings of a line that was changed in two places; opens when the user asks for it. */
export function ReadingsPanel(): ReactNode {
  const editor = useEditor()
  const { panels } = editor
  const readings = readingsOf(editor)
  const { readings: asked } = useSnapshot(panels)
  const isDark = useTheme() === 'dark'
  // The user continues typing where they were.
  const typed = useRef<Element>(null)
  useEffect(() => {
    if (asked) typed.current = document.activeElement
  }, [asked])
  const close = (): void => {
    panels.readings = undefined
    if (typed.current instanceof HTMLElement) typed.current.focus({ preventScroll: true })
  }
  const open = useSyncExternalStore(readings.subscribe, () => readings.of(asked?.id ?? ''))
  const isOpen = asked !== undefined && open.length > 0
  return (
    <ContextMenu
      isOpen={isOpen}
      isDarkTheme={isDark}
      targetOffset={asked && { left: asked.left, top: asked.top }}
      content={isOpen ? <Choices id={asked.id} readings={open} onDone={close} /> : <Menu />}
      onClose={close}
    />
  )
}

interface ChoicesProps {
  id: string
  readings: readonly OpenReading[]
  onDone: () => void
}

function Choices({ id, readings, onDone }: ChoicesProps): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const list = useCell(editor.session.cells, 'list')
  const line = cueIn(list, id)
  if (!line) return <Menu />
  const n = (list.index.get(id) ?? 0) + 1
  const choose = (work: () => void) => (): void => {
    work()
    onDone()
  }
  return (
    <Menu className="readings" aria-label={t('readings_of', { n })} ulRef={focusFirst}>
      <MenuDivider title={t('readings_of', { n })} />
      <MenuItem
        icon={<Tick />}
        multiline
        text={<Said label={t('reading_keep')} cue={line} line={line} />}
        onClick={choose(() => readingsOf(editor).keep(id))}
      />
      {readings.map((reading) => (
        <MenuItem
          key={`${reading.key} ${reading.cue?.text}`}
          icon={<SwapHorizontal />}
          multiline
          text={<Said label={t('reading_take')} cue={reading.cue} line={line} />}
          onClick={choose(() => readingsOf(editor).take(reading))}
        />
      ))}
      {readings.map(
        (reading) =>
          reading.cue &&
          reading.cue.text !== line.text && (
            <MenuItem
              key={`both ${reading.key} ${reading.cue.text}`}
              icon={<AddRowBottom />}
              multiline
              text={
                <Said
                  label={t('reading_both')}
                  cue={{ ...line, text: `${line.text}\n${reading.cue.text}` }}
                  line={line}
                />
              }
              onClick={choose(() => readingsOf(editor).join(reading))}
            />
          ),
      )}
    </Menu>
  )
}

/** Focuses the first entry, since the user opened the menu to choose. */
function focusFirst(menu: HTMLElement | null): (() => void) | undefined {
  const frame = menu && requestAnimationFrame(() => menu.querySelector<HTMLElement>('[role="menuitem"]')?.focus())
  return frame === null ? undefined : () => cancelAnimationFrame(frame)
}

/** A reading: its letters compared with the line's, and its times if they differ. */
function Said({ label, cue, line }: { label: string; cue: Cue | undefined; line: Cue }): ReactNode {
  const { t } = useTranslation('editor')
  const { media } = useEditor()
  const notation = useNotation()
  const { language } = media
  const isMoved = cue !== undefined && (cue.start !== line.start || cue.end !== line.end)
  const isOther = cue !== undefined && cue !== line && !sameCue(cue, line)
  return (
    <span className="one-reading">
      <span className="reading-label">{label}</span>
      {isMoved && <span className="muted">{writeSpan(cue, notation)}</span>}
      {!cue && <span>{t('reading_deleted')}</span>}
      {isOther && <ChangedText before={line.text} after={cue.text} language={language} />}
      {cue && !isOther && <span dir={textDirection(cue.text, language)}>{cue.text}</span>}
    </span>
  )
}
