import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  isSurveyWhole,
  SURVEY_COMMENT_LENGTH,
  type SurveyAnswers,
  surveyQuestions,
  surveyScale,
} from '#core/domain/forms.ts'
import { call } from '#src/api/call.ts'
import { TextLines } from '#src/ui/form/Field.tsx'
import { Radio, RadioGroup } from '#src/ui/Radio.ts'
import { FormDialog } from './FormDialog.tsx'

const scale = Array.from({ length: surveyScale.max - surveyScale.min + 1 }, (_, at) => surveyScale.min + at)

/** The satisfaction survey: four numbers and an optional comment. */
export function SurveyDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('forms')
  const id = useId()
  const [answers, setAnswers] = useState<SurveyAnswers>({})
  const [comment, setComment] = useState('')
  const { no_1, no_2, no_3, no_4 } = answers
  return (
    <FormDialog
      title={t('survey')}
      lead={t('survey_text')}
      isChanged={comment.trim() !== '' || Object.keys(answers).length > 0}
      maySend={isSurveyWhole(answers)}
      sendText={t('send')}
      sentText={t('survey_sent')}
      check={() => isSurveyWhole(answers)}
      send={async () => {
        if (no_1 === undefined || no_2 === undefined || no_3 === undefined || no_4 === undefined) return
        await call('addSurvey', { no_1, no_2, no_3, no_4, no_5: comment.trim() })
      }}
      onClose={onClose}
    >
      {surveyQuestions.map((question) => (
        <fieldset key={question} className="survey-question">
          <legend>{t(`survey_${question}`)}</legend>
          <RadioGroup
            inline
            name={`${id}-${question}`}
            className="survey-scale"
            selectedValue={answers[question]}
            onChange={({ currentTarget: { value } }) => setAnswers({ ...answers, [question]: Number(value) })}
          >
            {scale.map((value) => (
              <Radio key={value} value={value} label={String(value)} />
            ))}
          </RadioGroup>
          <div className="survey-ends" aria-hidden>
            <span>{t('survey_least')}</span>
            <span>{t('survey_most')}</span>
          </div>
        </fieldset>
      ))}
      <TextLines
        field="no_5"
        label={t('survey_no_5')}
        info={t('optional')}
        maxLength={SURVEY_COMMENT_LENGTH}
        value={comment}
        onValue={setComment}
      />
    </FormDialog>
  )
}
