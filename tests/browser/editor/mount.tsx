import '#src/style.css'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { expect } from 'vitest'
import type { Editor } from '#src/editor/context/editor.ts'
import { EditorContext } from '#src/editor/context/use-editor.ts'
import { UiProvider } from '#src/ui/start.tsx'
import checks from '../../../locales/en/checks.json'
import common from '../../../locales/en/common.json'
import editorWords from '../../../locales/en/editor.json'
import subtitles from '../../../locales/en/subtitles.json'
import tasks from '../../../locales/en/tasks.json'
import { waitFor } from '#tests/support/wait-for.ts'

/** Sets up English messages of the editor. */
export async function startWords(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    defaultNS: 'common',
    keySeparator: false,
    interpolation: { escapeValue: false },
    resources: { en: { checks, common, editor: editorWords, subtitles, tasks } },
    react: { useSuspense: false },
  })
}

let root: Root | undefined

/** Shows a part of the editor over an open version, until the next one. */
export function mount(editor: Editor, part: ReactNode): void {
  unmount()
  const place = document.createElement('div')
  place.style.cssText = 'width:900px;height:600px'
  document.body.append(place)
  root = createRoot(place)
  root.render(
    <UiProvider>
      <EditorContext value={editor}>{part}</EditorContext>
    </UiProvider>,
  )
}

/** Ends what is shown. */
export function unmount(): void {
  root?.unmount()
  root = undefined
  document.body.replaceChildren()
}

/** Waits until the page shows a text. */
export const shown = (text: string): Promise<void> => waitFor(() => expect(document.body.textContent).toContain(text))

/** The one element of a kind with a name, as a screen reader finds it; waits for it. */
export async function named<T extends HTMLElement>(selector: string, name: string): Promise<T> {
  return waitFor(() => {
    const isNamed = (each: Element): boolean => {
      const label = each.getAttribute('aria-label') ?? (each as HTMLInputElement).labels?.[0]?.textContent
      return (label ?? each.textContent).trim() === name
    }
    const found = [...document.querySelectorAll<T>(selector)].filter(isNamed)
    expect(found, `${selector} named ${name}`).toHaveLength(1)
    return found[0]!
  })
}
