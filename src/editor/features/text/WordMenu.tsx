import { selectText } from './text-box.ts'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { cueIn } from '#core/subtitle/cue/cue-list.ts'
import { replacePatch } from '#core/subtitle/cue/patch.ts'
import { ContextMenu } from '#src/ui/ContextMenu.ts'
import { Menu, MenuDivider, MenuItem } from '#src/ui/Menu.ts'
import { useTheme } from '#src/ui/theme.ts'
import { useEditor } from '../../context/use-editor.ts'
import type { TextMark } from './mirror.ts'
import { spellingOf } from '../spelling/spelling.ts'

/** A word, and the position of its menu. */
export interface AskedWord {
  readonly word: TextMark
  readonly left: number
  readonly top: number
}

interface Props {
  asked: AskedWord
  cue: Cue
  field: RefObject<HTMLTextAreaElement | null>
}

/** Suggestions for a word, and a way to mark it as right. */
export function WordMenu({ asked, cue, field }: Props): ReactNode {
  const editor = useEditor()
  const isDark = useTheme() === 'dark'
  const { left, top } = asked
  const close = (): void => {
    editor.panels.asked = undefined
    field.current?.focus({ preventScroll: true })
  }
  return (
    <ContextMenu
      isOpen
      isDarkTheme={isDark}
      targetOffset={{ left, top }}
      content={<Entries asked={asked} cue={cue} onDone={close} />}
      onClose={close}
    />
  )
}

function Entries({ asked: { word }, cue, onDone }: { asked: AskedWord; cue: Cue; onDone: () => void }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session } = editor
  const spelling = spellingOf(editor)
  const [found, setFound] = useState<readonly string[]>()
  useEffect(() => {
    let isOver = false
    const take = (words: readonly string[]): void => {
      if (!isOver) setFound(words)
    }
    spelling.suggestions(word.word).then(take, () => take([]))
    return () => {
      isOver = true
    }
  }, [spelling, word.word])
  const replace = (by: string): void => {
    const now = cueIn(session.list, cue.id)
    if (now?.text.slice(word.from, word.to) === word.word) {
      const text = now.text.slice(0, word.from) + by + now.text.slice(word.to)
      session.edit('step_spelling', replacePatch(session.list, [{ ...now, text }]))
      selectText(editor, cue.id, { from: word.from + by.length, to: word.from + by.length })
    }
    onDone()
  }
  return (
    <div ref={focusFirst} onKeyDown={moveFocus}>
      <Menu aria-label={t('spelling_of', { word: word.word })} key={found ? 'found' : 'asked'}>
        {found?.map((by) => (
          <MenuItem key={by} text={by} onClick={() => replace(by)} />
        ))}
        {found?.length === 0 && <MenuItem disabled text={t('spelling_no_suggestion')} />}
        {!found && <MenuItem disabled text={t('spelling_asking')} />}
        <MenuDivider />
        <MenuItem
          text={t('spelling_ignore')}
          onClick={() => {
            spelling.ignore(word.word)
            onDone()
          }}
        />
        <MenuItem
          text={t(editor.library ? 'spelling_add_folder' : 'spelling_add')}
          onClick={() => {
            void spelling.add(word.word)
            onDone()
          }}
        />
      </Menu>
    </div>
  )
}

const ENTRIES = '[role="menuitem"]:not([aria-disabled="true"])'

/** The menu gets the focus when it opens, and again when its suggestions arrive. */
function focusFirst(place: HTMLElement | null): (() => void) | undefined {
  if (!place) return undefined
  const focus = (): void => place.querySelector<HTMLElement>(ENTRIES)?.focus()
  const frame = requestAnimationFrame(focus)
  const observer = new MutationObserver(focus)
  observer.observe(place, { childList: true })
  return () => {
    cancelAnimationFrame(frame)
    observer.disconnect()
  }
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0) return
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>(ENTRIES)]
  const at = entries.findIndex((entry) => entry === document.activeElement)
  entries[(at + by + entries.length) % entries.length]?.focus()
  event.preventDefault()
  event.stopPropagation()
}
