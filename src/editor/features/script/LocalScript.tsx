import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { readScript } from '#core/speech/script.ts'
import type { MediaSource } from '#src/media/media.ts'
import { isScript, ScriptField } from '#src/tasks/ScriptField.tsx'
import { Callout } from '#src/ui/Callout.ts'
import { formatBytes, formatList } from '#src/ui/format.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { LanguageSelect } from '#src/ui/LanguageSelect.tsx'
import { cueRules } from '../transcribe/cue-rules.ts'
import { HearingForm } from '../transcribe/HearingForm.tsx'
import type { ModelBytes } from '../transcribe/transcriber.ts'
import { useTranscribing } from '../transcribe/use-transcribing.ts'
import { useEditor } from '../../context/use-editor.ts'
import { alignedHere, readScriptHere } from './local-script.ts'
import { ScriptChoice } from './ScriptChoice.tsx'
import type { Aligned } from './script-task.ts'

interface Props {
  source: MediaSource
  onClose: () => void
}

/** Aligns a script with a local file: the browser recognises the speech and finds the sentences in it. */
export function LocalScript({ source, onClose }: Props): ReactNode {
  const { t } = useTranslation('editor')
  const { media } = useEditor()
  const [script, setScript] = useState('')
  const [language, setLanguage] = useState<LanguageCode>(isLanguageCode(media.language) ? media.language : 'en')
  const { stage, aligned, isUnspoken, start, again } = useAligning(source)
  if (aligned) return <ScriptChoice aligned={aligned} onDone={onClose} />
  return (
    <HearingForm
      stage={stage}
      beginText={t('script_begin')}
      isReady={language === 'en' && isScript(script)}
      onBegin={() => void start(script)}
      onAgain={again}
      onClose={onClose}
      renderQuestion={(models) => (
        <>
          {isUnspoken && (
            <Callout intent="warning" role="alert">
              {t('script_none_spoken')}
            </Callout>
          )}
          <Question {...{ script, language, models }} onScript={setScript} onLanguage={setLanguage} />
        </>
      )}
    />
  )
}

/** Recognises a video and finds a script in it; the result stays until the dialog closes. */
function useAligning(source: MediaSource) {
  const editor = useEditor()
  const { stage, begin, match, again } = useTranscribing()
  const [aligned, setAligned] = useState<Aligned>()
  const [isUnspoken, setUnspoken] = useState(false)
  const start = async (script: string): Promise<void> => {
    setUnspoken(false)
    const { sentences } = readScript(script)
    const texts = sentences.map(({ text }) => text)
    const words = texts.length > 0 ? await begin({ source, range: undefined }) : []
    if (!words) return
    const found = words.length > 0 ? await match(texts, words) : { placed: [], added: [] }
    if (!found) return
    const rules = cueRules(editor, 'en')
    const lines = alignedHere(sentences, found, { rules, newId: editor.session.newId })
    setAligned(lines)
    if (lines) return
    setUnspoken(true)
    again()
  }
  return { stage, aligned, isUnspoken, start, again }
}

/** More names than this are not listed. */
const MOST_NAMES = 5

/** Says that the names of a script are left out: only folders of the library have speakers. */
function NamesLeftOut({ script }: { script: string }): ReactNode {
  const { t } = useTranslation('editor')
  const read = useDeferredValue(script)
  const { speakers } = useMemo(() => readScript(read), [read])
  if (speakers.length === 0) return null
  const names = formatList([...speakers.slice(0, MOST_NAMES), ...(speakers.length > MOST_NAMES ? ['…'] : [])])
  return (
    <Callout className="script-names" compact role="status">
      {t('script_names_left', { count: speakers.length, names })}
    </Callout>
  )
}

interface QuestionProps {
  script: string
  language: LanguageCode
  models: ModelBytes
  onScript: (script: string) => void
  onLanguage: (language: LanguageCode) => void
}

function Question({ script, language, models, onScript, onLanguage }: QuestionProps): ReactNode {
  const { t } = useTranslation('editor')
  const { t: tasksText } = useTranslation('tasks')
  return (
    <>
      <p className="muted">{t('script_text')}</p>
      <p className="muted">{t('script_here')}</p>
      <ScriptField id="script-text" autoFocus value={script} readFile={readScriptHere} onChange={onScript} />
      <NamesLeftOut script={script} />
      <FormGroup label={tasksText('spoken_language')} labelFor="script-language">
        <LanguageSelect id="script-language" value={language} onChange={onLanguage} />
      </FormGroup>
      {language === 'en' ? (
        <p className="muted">
          {models.missing > 0 ? t('transcribe_fetch', { size: formatBytes(models.missing) }) : t('transcribe_kept')}
        </p>
      ) : (
        <Callout intent="warning" compact role="status">
          {t('script_needs_server')}
        </Callout>
      )}
    </>
  )
}
