import { z } from 'zod'
import {
  contactFaults,
  contactMethods,
  contactRules,
  demoFaults,
  demoRules,
  type Faults,
  feedbackFaults,
  feedbackRules,
  feedbackTypes,
  partnerFaults,
  partnerRules,
  services,
  SURVEY_COMMENT_LENGTH,
  surveyScale,
} from '../domain/forms.ts'
import { call, none } from './call.ts'
import { id, int32, language, line, text } from './fields.ts'

/** Forms are small and rare. */
const formLimits = { perMinute: 20, per: 'address', bodyBytes: 64 * 1024 } as const
const publicLimits = { ...formLimits, perMinute: 5 } as const

/** A form's rules, shared with the browser, as a check of its schema. */
function byRules<T>(faultsOf: (values: T) => Faults<string>): (values: T, context: z.RefinementCtx) => void {
  return (values, context) => {
    for (const [field, fault] of Object.entries(faultsOf(values))) {
      context.addIssue({ code: 'custom', path: [field], params: { key: `field_${fault}` } })
    }
  }
}

const score = int32(surveyScale)
const chosen = <T extends z.ZodType>(item: T) => z.array(item).min(1).max(30)
/** A hidden field that users leave empty; only bots fill it in. */
const website = text(200).optional()

/** Forms whose answers go to staff. */
export const formCalls = {
  addFeedback: call({
    method: 'POST',
    path: '/admin/user.feedback/add',
    access: 'visitor',
    limits: formLimits,
    summary: 'Send feedback; some types ask for a second choice, and a refund for the task',
    input: z
      .object({
        type: z.enum(feedbackTypes),
        type2: text(feedbackRules.type2.max).optional(),
        task_id: id.optional(),
        contact_details: line(feedbackRules.contact_details.max, 1),
        content: text(feedbackRules.content.max, 1),
      })
      .superRefine(byRules(feedbackFaults)),
    data: none,
  }),
  addSurvey: call({
    method: 'POST',
    path: '/admin/user.satisfaction/add',
    access: 'customer',
    limits: formLimits,
    summary: 'Answer the survey: four numbers from 0 to 10 and a comment',
    input: z.object({
      no_1: score,
      no_2: score,
      no_3: score,
      no_4: score,
      no_5: text(SURVEY_COMMENT_LENGTH).optional(),
    }),
    data: none,
  }),
  addContact: call({
    method: 'POST',
    path: '/admin/home.user/contact',
    access: 'visitor',
    limits: formLimits,
    summary: 'Request a call about the use of the product in a company',
    input: z
      .object({
        user_name: line(contactRules.user_name.max, 1),
        company_name: line(contactRules.company_name.max, 1),
        email: line(contactRules.email.max, 1),
        phone: line(contactRules.phone.max, 1),
        intention: chosen(z.enum(services)),
        origin_language: chosen(language),
        trans_language: chosen(language),
        remark: text(contactRules.remark.max).optional(),
      })
      .superRefine(byRules(contactFaults)),
    data: none,
  }),
  applyAsPartner: call({
    method: 'POST',
    path: '/apply/agents',
    access: 'public',
    limits: publicLimits,
    summary: 'Apply to be a partner',
    input: z
      .object({
        name: line(partnerRules.name.max, 1),
        company: line(partnerRules.company.max, 1),
        contact_method: z.enum(contactMethods),
        contact: line(partnerRules.contact.max, 1),
        language,
        learned_from: line(partnerRules.learned_from.max).optional(),
        remarks: text(partnerRules.remarks.max).optional(),
        website,
      })
      .superRefine(byRules(partnerFaults)),
    data: none,
  }),
  bookDemo: call({
    method: 'POST',
    path: '/apply/jowoai',
    access: 'public',
    limits: publicLimits,
    summary: 'Book a demonstration of the product',
    input: z
      .object({
        name: line(demoRules.name.max, 1),
        company_name: line(demoRules.company_name.max, 1),
        email: line(demoRules.email.max, 1),
        phone: line(demoRules.phone.max, 1),
        service: z.enum(services),
        source_language: language,
        target_language: language,
        message: text(demoRules.message.max).optional(),
        website,
      })
      .superRefine(byRules(demoFaults)),
    data: none,
  }),
}
