import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import type { Batch } from '#core/contract/batch.ts'
import { fillTemplate, longestTemplate, nameFields, usualTemplate } from '#core/domain/name-template.ts'
import { fileEnding, formats } from '#core/subtitle/formats/format.ts'
import { buttonClass } from '#src/ui/button-class.ts'
import { Button } from '#src/ui/Button.ts'
import { Checkbox } from '#src/ui/Checkbox.ts'
import { Dialog, DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { stored } from '#src/ui/stored.ts'
import { Tag } from '#src/ui/Tag.ts'
import { TextInput } from '#src/ui/TextInput.ts'

const keptTemplate = stored('pro_download_template', z.string(), usualTemplate)
const choices = ['own', ...formats] as const
type Choice = (typeof choices)[number]
const keptFormats = stored<readonly Choice[]>('pro_download_formats', z.array(z.literal([...choices])), ['own'])

const parts = ['all', 'videos', 'subtitles'] as const

/** Chooses results, formats and file names of a batch's download. */
export function DownloadDialog({ batch, onClose }: { batch: Batch; onClose: () => void }): ReactNode {
  const { t } = useTranslation('pro')
  const [part, setPart] = useState<(typeof parts)[number]>('all')
  const [template, setTemplate] = useState(() => keptTemplate.get())
  const [chosen, setChosen] = useState(() => keptFormats.get())
  const turn = (format: Choice): void =>
    setChosen(chosen.includes(format) ? chosen.filter((each) => each !== format) : [...chosen, format])
  const example = fillTemplate(template, {
    name: 'Episode 1',
    language: 'es',
    type: batch.task_type,
    folder: batch.folder_name,
    number: '1',
  })
  const isReady = (part === 'videos' || chosen.length > 0) && example !== ''
  const query = new URLSearchParams({ template, parts: part, formats: chosen.join(',') || 'own' })
  return (
    <Dialog isOpen title={t('download_title')} onClose={onClose} className="pro-download">
      <DialogBody>
        <SelectField
          id="download-parts"
          label={t('download_what')}
          value={part}
          onChange={setPart}
          options={parts.map((value) => ({ value, label: t(`download_${value}`) }))}
        />
        <FormGroup label={t('download_formats')} disabled={part === 'videos'} helperText={t('download_losses')}>
          <div className="pro-formats">
            {choices.map((format) => (
              <Checkbox
                key={format}
                inline
                checked={chosen.includes(format)}
                disabled={part === 'videos'}
                label={format === 'own' ? t('download_own_format') : fileEnding(format).toUpperCase()}
                onChange={() => turn(format)}
              />
            ))}
          </div>
        </FormGroup>
        <FormGroup
          label={t('download_names')}
          labelFor="download-template"
          helperText={t('download_example', { name: example })}
        >
          <TextInput id="download-template" value={template} maxLength={longestTemplate} onValueChange={setTemplate} />
        </FormGroup>
        <p className="pro-formats">
          {nameFields.map((field) => (
            <Tag key={field} minimal interactive onClick={() => setTemplate(`${template}{${field}}`)}>
              {`{${field}}`} {t(`field_${field}`)}
            </Tag>
          ))}
        </p>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} onClick={onClose} />
            {isReady ? (
              <a
                className={buttonClass({ intent: 'primary' })}
                href={`${batch.download_url}&${query.toString()}`}
                onClick={() => {
                  keptTemplate.set(template)
                  keptFormats.set(chosen)
                  onClose()
                }}
              >
                {t('download')}
              </a>
            ) : (
              <Button intent="primary" disabled text={t('download')} />
            )}
          </>
        }
      />
    </Dialog>
  )
}
