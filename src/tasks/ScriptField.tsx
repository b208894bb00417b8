import './ScriptField.css'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mostScriptBytes, mostScriptLetters } from '#core/domain/limits.ts'
import { toBase64 } from '#core/subtitle/formats/base64.ts'
import { SAID } from '#core/subtitle/text/sentence-ranges.ts'
import { call } from '#src/api/call.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { HiddenFileInput } from '#src/ui/HiddenFileInput.tsx'
import { Import } from '#src/ui/icons.ts'
import { TextArea } from '#src/ui/TextArea.ts'
import { notify } from '#src/ui/toaster.ts'

/** Whether a text can be aligned: it has words within the limit. */
export const isScript = (text: string): boolean => SAID.test(text) && text.length <= mostScriptLetters

interface Props {
  id: string
  value: string
  autoFocus?: boolean
  /** Reads a file, by default on the server; undefined if it has no text, after a notice that says why. */
  readFile?: (file: File) => Promise<string | undefined>
  onChange: (text: string) => void
}

/** A script to paste, or to load from a file. */
export function ScriptField({ id, value, autoFocus, readFile = readByServer, onChange }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  return (
    <FormGroup label={t('script_script')} labelFor={id} helperText={t('script_form')}>
      <ScriptFile readFile={readFile} onText={onChange} />
      <TextArea
        id={id}
        fill
        autoFocus={autoFocus}
        rows={10}
        dir="auto"
        value={value}
        placeholder={t('script_placeholder')}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {value.length > mostScriptLetters && (
        <Callout intent="warning" compact role="status">
          {t('script_too_long', { n: mostScriptLetters })}
        </Callout>
      )}
    </FormGroup>
  )
}

async function readByServer(file: File): Promise<string | undefined> {
  try {
    const content = toBase64(new Uint8Array(await file.arrayBuffer()))
    return (await call('readScript', { file_name: file.name, content })).text
  } catch (error) {
    notifyFailure(error)
    return undefined
  }
}

type FileProps = Required<Pick<Props, 'readFile'>> & { onText: (text: string) => void }

function ScriptFile({ readFile, onText }: FileProps): ReactNode {
  const { t } = useTranslation('tasks')
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const open = async (file: File): Promise<void> => {
    if (file.size > mostScriptBytes) {
      notify.error(t('script_too_long', { n: mostScriptLetters }))
      return
    }
    setBusy(true)
    try {
      const text = await readFile(file)
      if (text === undefined) return
      setName(file.name)
      onText(text)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="script-choice">
      <Button icon={<Import />} text={t('script_open')} loading={busy} onClick={() => input.current?.click()} />
      <span className="ellipsis muted">{name}</span>
      <HiddenFileInput
        input={input}
        accept=".txt,.md,.markdown,.fountain,.docx"
        testId="script-input"
        onFile={(file) => void open(file)}
      />
    </div>
  )
}
