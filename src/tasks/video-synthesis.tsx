import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SynthesisType, synthesisTypes } from '#core/domain/task.ts'
import { usualBurnStyle } from '#core/subtitle/burn/burn-style.ts'
import { burnStyle } from '#core/subtitle/burn/burn-style-schema.ts'
import { hasOwnStyles } from '#core/subtitle/formats/format.ts'
import { templateOf, type WordTemplate, wordTemplateIds, wordTemplates } from '#core/subtitle/burn/word-templates.ts'
import { call } from '#src/api/call.ts'
import { Media } from '#src/ui/icons.ts'
import { Radio, RadioGroup } from '#src/ui/Radio.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { ClearOfText } from './ClearOfText.tsx'
import { kept } from './initial.ts'
import type { FormProps, TaskKind } from './kind.ts'
import { VideoResult } from './results.tsx'
import { SecondFields, useSecondChoice } from './SecondFields.tsx'
import { useVersionChoice, VersionSelect } from './VersionSelect.tsx'

/** A video with a subtitle version in its picture or as a track. */
export const videoSynthesis: TaskKind = {
  type: 'video_synthesis',
  name: 'type_video_synthesis',
  title: 'synthesis_title',
  icon: Media,
  needsVideo: true,
  languages: 'used',
  Form: SynthesisForm,
  Result: VideoResult,
}

/** Position of the subtitles: an edge, or the style's. */
type Position = 'style' | 'bottom' | 'top'

/** How the active word is marked: by the style, not at all, or by a template. */
type WordChoice = 'style' | 'none' | WordTemplate

/** Choices of an earlier run: a custom style is a template, or one without a mark. */
function initialWords(initial: FormProps['initial']): WordChoice {
  const own = burnStyle.safeParse(initial?.['style'])
  if (!own.success) return 'style'
  return templateOf(own.data) ?? (own.data.words ? 'style' : 'none')
}

function SynthesisForm({ video, initial, isForSeveral, children }: FormProps): ReactNode {
  const { t } = useTranslation('tasks')
  const choice = useVersionChoice(video)
  const [synthesis_type, setType] = useState<SynthesisType>(kept(initial, 'synthesis_type', synthesisTypes, 'burn'))
  const [position, setPosition] = useState<Position>('style')
  const [words, setWords] = useState<WordChoice>(initialWords(initial))
  const [clear_of_text, setClear] = useState(initial?.['clear_of_text'] !== false)
  const { video_id } = video
  const style = choice.version?.style ?? usualBurnStyle
  const look = words === 'style' ? undefined : words === 'none' ? { ...style, words: undefined } : wordTemplates[words]
  const second = useSecondChoice(video, choice)
  const hasFileStyles = choice.version?.file_styles === true && hasOwnStyles(choice.version.imported_format)
  const isBurnt = synthesis_type === 'burn'
  const isSound = !video.video_info.has_picture && !isForSeveral
  const config = {
    synthesis_type,
    ...(position !== 'style' && { position }),
    ...(isBurnt && { clear_of_text, ...(look && { style: look }) }),
  }
  const choices = choice.version && { video_id, file_id: choice.version.file_id, ...config, ...second.chosen }
  return children(
    <>
      <VersionSelect choice={choice} isForSeveral={isForSeveral} />
      {isSound && <p className="muted">{t('sound_picture')}</p>}
      <RadioGroup
        label={t('synthesis_type')}
        selectedValue={synthesis_type}
        onChange={({ currentTarget: { value } }) => setType(synthesisTypes.find((type) => type === value) ?? 'burn')}
      >
        <Radio value="burn" label={t('burn')} />
        <Radio value="soft" label={t('soft')} />
      </RadioGroup>
      {!isForSeveral && <SecondFields choice={second} isDrawn={isBurnt} />}
      {isBurnt && (
        <>
          <SelectField
            id="burn-position"
            label={t('position')}
            value={position}
            onChange={setPosition}
            options={[
              { value: 'style', label: t('position_style') },
              { value: 'bottom', label: t('position_bottom') },
              { value: 'top', label: t('position_top') },
            ]}
          />
          <SelectField
            id="burn-words"
            label={t('burn_words')}
            value={words}
            onChange={setWords}
            options={[
              { value: 'style', label: t('burn_words_style') },
              { value: 'none', label: t('burn_words_none') },
              ...wordTemplateIds.map((value) => ({ value, label: t(`common:template_${value}`) })),
            ]}
          />
          {(words === 'style' || words === 'none') && (
            <p className="muted">
              {hasFileStyles && position === 'style' && !second.chosen && !look
                ? t('burn_file_style')
                : t('burn_style', { font: style.font, size: style.size })}
            </p>
          )}
          {(look ?? style).words && <p className="muted">{t(second.chosen ? 'words_not_two' : 'words_spread')}</p>}
          {!isSound && <ClearOfText value={clear_of_text} onChange={setClear} />}
        </>
      )}
    </>,
    choices && {
      quote: { task_type: 'video_synthesis', ...choices },
      choices,
      start: (idempotency_key) => call('runSynthesis', { ...choices, idempotency_key }),
    },
    config,
  )
}
