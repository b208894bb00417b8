import { type FieldFault, isEmail } from './account.ts'

/** A form's field. Lengths are in UTF-16 units. */
interface FieldRule {
  readonly max: number
  readonly required?: boolean
  readonly form?: 'email' | 'phone'
}

type Rules = Readonly<Record<string, FieldRule>>

/** A field's value: a text, or choices of a list. */
type Value = string | readonly string[] | undefined

/** Faults of a form's fields; empty if it can be sent. */
export type Faults<F extends string> = Partial<Record<F, FieldFault>>

/** Faults by a form's rules. Surrounding spaces are ignored. */
function faultsBy<R extends Rules>(rules: R, values: { readonly [F in keyof R]?: Value }): Faults<keyof R & string> {
  const faults: Faults<string> = {}
  for (const [field, rule] of Object.entries(rules)) {
    const fault = faultOf(rule, values[field])
    if (fault) faults[field] = fault
  }
  return faults
}

function faultOf(rule: FieldRule, value: Value): FieldFault | undefined {
  const texts = (typeof value === 'string' ? [value] : (value ?? [])).map((text) => text.trim())
  if (texts.every((text) => text === '')) return rule.required ? 'missing' : undefined
  return texts.every((text) => text.length <= rule.max && isOfForm(rule.form, text)) ? undefined : 'form'
}

function isOfForm(form: FieldRule['form'], text: string): boolean {
  if (form === 'email') return isEmail(text)
  return form !== 'phone' || isPhone(text)
}

/** Digits with common separators; an extension may follow. */
export function isPhone(text: string): boolean {
  return /^\+?[\d\s().\-/]+(?:(?:ext\.?|x|#)\s*\d+)?$/i.test(text) && text.replace(/\D/g, '').length >= 5
}

/** Subjects of feedback. */
export const feedbackTypes = ['usage', 'credits', 'account', 'suggestion', 'other'] as const
/** Features that feedback can concern. */
export const feedbackFeatures = [
  'video_dubbing',
  'video_translate',
  'subtitle_translate',
  'video_extract',
  'video_erase',
  'video_synthesis',
  'editor',
  'space',
  'api',
] as const
/** Requests about credits. */
export const creditRequests = ['refund', 'not_arrived', 'charged_wrongly', 'question'] as const

export type FeedbackType = (typeof feedbackTypes)[number]

export const feedbackRules = {
  type: { max: 40, required: true },
  type2: { max: 40 },
  task_id: { max: 64 },
  contact_details: { max: 200, required: true, form: 'email' },
  content: { max: 5000, required: true },
} as const satisfies Rules

/** Feedback as sent. `type2` is the feature or the request, `task_id` the task of a refund request. */
export interface Feedback {
  readonly type: string
  readonly type2?: string | undefined
  readonly task_id?: string | undefined
  readonly contact_details: string
  readonly content: string
}

/** Allowed `type2` of a type; none if not needed. */
export function feedbackChoices(type: string): readonly string[] {
  if (type === 'usage') return feedbackFeatures
  return type === 'credits' ? creditRequests : []
}

/** Whether feedback must name a task, as a refund request does. */
export function wantsTask({ type, type2 }: Pick<Feedback, 'type' | 'type2'>): boolean {
  return type === 'credits' && type2 === 'refund'
}

/** Faults of feedback: some types need more fields than others. */
export function feedbackFaults(feedback: Feedback): Faults<keyof Feedback> {
  const faults = faultsBy(feedbackRules, feedback)
  const { type, type2 = '', task_id = '' } = feedback
  if (type && !feedbackTypes.some((known) => known === type)) faults.type = 'form'
  const choices = feedbackChoices(type)
  if (choices.length > 0 && !choices.includes(type2)) faults.type2 = type2 ? 'form' : 'missing'
  if (wantsTask(feedback) && task_id.trim() === '') faults.task_id = 'missing'
  return faults
}

/** Words of a text; a character of a script without spaces counts as one. */
export function countWords(text: string): number {
  return text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0
}

/** Recommended least words of feedback, as a hint. */
export const FEEDBACK_WORDS = 10

/** Survey questions with a numeric answer. */
export const surveyQuestions = ['no_1', 'no_2', 'no_3', 'no_4'] as const
export const surveyScale = { min: 0, max: 10 } as const
export const SURVEY_COMMENT_LENGTH = 2000

export type SurveyAnswers = Partial<Record<(typeof surveyQuestions)[number], number>>

/** Whether every question has a whole number within the scale. */
export function isSurveyWhole(answers: SurveyAnswers): boolean {
  const { min, max } = surveyScale
  return surveyQuestions.every((question) => {
    const answer = answers[question]
    return answer !== undefined && Number.isInteger(answer) && answer >= min && answer <= max
  })
}

/** Products of interest to a company. */
export const services = [
  'video_dubbing',
  'video_translate',
  'subtitle_translate',
  'video_extract',
  'video_erase',
  'api',
  'on_premises',
  'other',
] as const

const person = {
  company_name: { max: 120, required: true },
  email: { max: 200, required: true, form: 'email' },
  phone: { max: 40, required: true, form: 'phone' },
} as const satisfies Rules

export const contactRules = {
  user_name: { max: 80, required: true },
  ...person,
  intention: { max: 40, required: true },
  origin_language: { max: 20, required: true },
  trans_language: { max: 20, required: true },
  remark: { max: 2000 },
} as const satisfies Rules

export const demoRules = {
  name: { max: 80, required: true },
  ...person,
  service: { max: 40, required: true },
  source_language: { max: 20, required: true },
  target_language: { max: 20, required: true },
  message: { max: 2000 },
} as const satisfies Rules

/** Ways to contact a partner applicant. */
export const contactMethods = [
  'phone',
  'email',
  'whatsapp',
  'telegram',
  'skype',
  'wechat',
  'line',
  'facebook',
  'signal',
  'other',
] as const

export const partnerRules = {
  name: { max: 80, required: true },
  company: { max: 120, required: true },
  contact_method: { max: 20, required: true },
  contact: { max: 200, required: true },
  language: { max: 20, required: true },
  learned_from: { max: 200 },
  remarks: { max: 2000 },
} as const satisfies Rules

type ValuesOf<R extends Rules> = { readonly [F in keyof R]?: Value }

export type ContactField = keyof typeof contactRules
export type DemoField = keyof typeof demoRules
export type PartnerField = keyof typeof partnerRules

/** Faults of the contact request of companies. */
export function contactFaults(values: ValuesOf<typeof contactRules>): Faults<ContactField> {
  return faultsBy(contactRules, values)
}

/** Faults of a demo booking. */
export function demoFaults(values: ValuesOf<typeof demoRules>): Faults<DemoField> {
  return faultsBy(demoRules, values)
}

/** Faults of a partner application. The contact must fit the chosen way. */
export function partnerFaults(values: ValuesOf<typeof partnerRules>): Faults<PartnerField> {
  const faults = faultsBy(partnerRules, values)
  const { contact_method: method, contact } = values
  if (typeof contact !== 'string' || contact.trim() === '') return faults
  const isFine = isOfForm(method === 'email' || method === 'phone' ? method : undefined, contact.trim())
  return isFine ? faults : { ...faults, contact: 'form' }
}

/** Working days until a partner application is due. */
export const PARTNER_ANSWER_DAYS = 7
