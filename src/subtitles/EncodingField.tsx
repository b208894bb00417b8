import './ImportForm.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReadBytes } from '#core/subtitle/formats/file.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { formatList } from '#src/ui/format.ts'
import { isGuess } from './import-file.ts'
import { rowOf } from './language-of.ts'

/** Lines that show an encoding best: with non-ASCII letters. */
const SHOWN_LINES = 5

const isDamaged = (text: string): number => Number(/[\uFFFD\u0080-\u0084\u0086-\u009F]/.test(text))

interface EncodingProps {
  readonly read: ReadBytes
  readonly readAs: (encoding: string) => void
}

/** The file's encoding, if it is a guess. */
export function EncodingField({ read, readAs }: EncodingProps): ReactNode {
  const { t } = useTranslation('subtitles')
  const [choices] = useState([read.encoding, ...read.otherEncodings])
  const damaged = read.problems.filter(({ kind }) => kind === 'bytes_unreadable').map(({ line }) => line)
  return (
    <>
      <SelectField
        id="encoding"
        label={t('encoding')}
        value={read.encoding}
        onChange={readAs}
        options={choices.map((value) => ({ value, label: value }))}
      />
      <p className="muted">{t('encoding_text')}</p>
      {read.problems.some(({ kind }) => kind === 'doubled_utf8') && (
        <Callout intent="warning" compact className="encoding-damage">
          {t('encoding_doubled')}{' '}
          <Button size="small" variant="minimal" text={t('encoding_undouble')} onClick={() => readAs('utf-8-twice')} />
        </Callout>
      )}
      {damaged.length > 0 && (
        <Callout intent="warning" compact className="encoding-damage">
          {t('encoding_damaged', {
            count: damaged.length,
            lines: formatList(damaged.slice(0, SHOWN_LINES).map(String)),
          })}
        </Callout>
      )}
    </>
  )
}

interface FileLanguageProps {
  readonly read: ReadBytes
  readonly chosen: string | undefined
  readonly readAs: (language: string) => void
}

/** The language of the file that becomes the version. */
export function FileLanguageField({ read, chosen, readAs }: FileLanguageProps): ReactNode {
  const { t } = useTranslation('subtitles')
  const { languages } = read
  return (
    <>
      <SelectField
        id="file-language"
        label={t('file_language')}
        value={chosen ?? languages[0]?.name ?? ''}
        onChange={readAs}
        options={languages.map(({ name, title }) => ({ value: name, label: title }))}
      />
      <p className="muted">{t('file_language_text', { count: languages.length })}</p>
    </>
  )
}

/** Sample lines as decoded; for a guessed encoding those that would reveal a mistake. */
export function Preview({ read }: { read: ReadBytes }): ReactNode {
  const { t } = useTranslation('subtitles')
  const texts = read.cues.map(rowOf)
  const telling = isGuess(read)
    ? texts.filter((text) => /[^\u0020-\u007e]/.test(text)).sort((a, b) => isDamaged(b) - isDamaged(a))
    : []
  return (
    <>
      <p>{t('import_lines', { count: read.cues.length, format: read.format.toUpperCase() })}</p>
      <ul className="import-preview">
        {(telling.length > 0 ? telling : texts).slice(0, SHOWN_LINES).map((text, at) => (
          <li key={`${at} ${text}`} className="ellipsis" dir="auto">
            {text}
          </li>
        ))}
      </ul>
    </>
  )
}
