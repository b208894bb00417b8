import './StartScreen.css'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { CHOSEN_SUBTITLES } from '#src/subtitles/file-names.ts'
import { Button } from '#src/ui/Button.ts'
import { HiddenFilesInput } from '#src/ui/HiddenFileInput.tsx'
import { ArrowLeft, FolderOpen } from '#src/ui/icons.ts'
import { FilesForm } from './FilesForm.tsx'
import { canWriteBack, droppedFiles, type Picked, pickFiles } from './local-file.ts'
import { RecentList } from './RecentList.tsx'
import { keepRecent, type Recent } from './recent-files.ts'
import { choiceAgain, type Opened, useChoice, withFiles } from './use-choice.ts'

/** The first screen for files of this computer: choose or drop files, or reopen recent ones. */
export function StartScreen({ onOpen }: { onOpen: (opened: Opened) => void }): ReactNode {
  const { t } = useTranslation('editor')
  const navigate = useNavigate()
  const chosen = useChoice()
  const { choice, setChoice } = chosen
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const take = (picked: readonly Picked[]): void => setChoice((before) => withFiles(before, picked))
  const choose = async (): Promise<void> => {
    if (!canWriteBack()) return input.current?.click()
    take((await pickFiles(t('local_files'))) ?? [])
  }
  const open = (opened: Opened): void => {
    void keepRecent(opened.recent)
    onOpen(opened)
  }
  /** Without a handle the user has to choose the files again. */
  const chooseAgain = (recent: Recent): void => {
    setChoice(choiceAgain(choice, recent))
    void choose()
  }
  const isNothing = !choice.video && choice.source.kind === 'empty'
  return (
    <main className={isOver ? 'local local-over' : 'local'} {...dropHandlers(setOver, take)}>
      <div className="local-page">
        <header className="local-head">
          <Button
            variant="minimal"
            icon={<ArrowLeft />}
            text={t('to_library')}
            onClick={() => void navigate('/lab/library')}
          />
          <h1>{t('local_title')}</h1>
          <p className="muted">{t('local_text')}</p>
        </header>
        <section className="local-card" aria-label={t('local_files')}>
          {isNothing ? (
            <Nothing onChoose={() => void choose()} />
          ) : (
            <FilesForm {...chosen} onChoose={choose} onOpen={open} />
          )}
        </section>
        <RecentList onOpen={open} onChooseAgain={chooseAgain} />
      </div>
      <HiddenFilesInput
        input={input}
        accept={`video/*,audio/*,.mkv,${CHOSEN_SUBTITLES}`}
        testId="local-files"
        onFiles={(files) => take(files.map((file) => ({ file, handle: undefined })))}
      />
    </main>
  )
}

/** Shown while nothing is chosen. */
function Nothing({ onChoose }: { onChoose: () => void }): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <div className="local-nothing">
      <FolderOpen size={40} />
      <p>{t('local_drop')}</p>
      <Button intent="primary" size="large" autoFocus text={t('local_pick')} onClick={onChoose} />
      <p className="muted local-formats">{t('local_formats')}</p>
    </div>
  )
}

function dropHandlers(setOver: (isOver: boolean) => void, take: (picked: readonly Picked[]) => void) {
  return {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(event.dataTransfer.types.includes('Files'))
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      void droppedFiles(event.dataTransfer.items).then(take)
    },
  }
}
