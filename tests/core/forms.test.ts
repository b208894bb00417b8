import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { passwordFaults } from '#core/domain/account.ts'
import {
  contactFaults,
  countWords,
  creditRequests,
  demoFaults,
  feedbackChoices,
  feedbackFaults,
  feedbackTypes,
  isPhone,
  isSurveyWhole,
  partnerFaults,
} from '#core/domain/forms.ts'
import { isRead, withReadMark } from '#core/domain/notice.ts'

const text = { contact_details: 'marta@example.org', content: 'The dub of my video has no sound.' }

test.each([
  ['usage', '', '', { type2: 'missing' }],
  ['usage', 'video_dubbing', '', {}],
  ['usage', 'refund', '', { type2: 'form' }],
  ['credits', '', '', { type2: 'missing' }],
  ['credits', 'question', '', {}],
  ['credits', 'refund', '', { task_id: 'missing' }],
  ['credits', 'refund', 'task', {}],
  ['suggestion', '', '', {}],
  ['', '', '', { type: 'missing' }],
  ['other things', '', '', { type: 'form' }],
])('feedback of type “%s”, “%s”, task “%s”', (type, type2, task_id, faults) => {
  expect(feedbackFaults({ type, type2, task_id, ...text })).toEqual(faults)
})

test('feedback wants a description and an address, whatever it is about', () => {
  for (const type of feedbackTypes) {
    const faults = feedbackFaults({ type, type2: feedbackChoices(type)[1], contact_details: ' ', content: '\n' })
    expect(faults).toEqual({ contact_details: 'missing', content: 'missing' })
  }
  expect(feedbackFaults({ type: 'other', ...text, contact_details: 'marta' })).toEqual({ contact_details: 'form' })
})

test('only a refund names a task', () => {
  const asking = creditRequests.filter((type2) => feedbackFaults({ type: 'credits', type2, ...text }).task_id)
  expect(asking).toEqual(['refund'])
})

test('words are counted as people count them, in scripts with and without blanks', () => {
  expect(countWords('  Two words. ')).toBe(2)
  expect(countWords('我们的字幕')).toBe(5)
  expect(countWords('')).toBe(0)
})

const contact = {
  user_name: 'Marta',
  company_name: 'Harbour Films',
  email: 'marta@example.org',
  phone: '+49 (40) 123-45',
  intention: ['video_dubbing'],
  origin_language: ['en'],
  trans_language: ['de', 'fr'],
}

test('the contact form: all but the remark is needed', () => {
  expect(contactFaults(contact)).toEqual({})
  expect(contactFaults({})).toEqual(Object.fromEntries(Object.keys(contact).map((field) => [field, 'missing'])))
  expect(contactFaults({ ...contact, intention: [], email: 'x@y', phone: '12' })).toEqual({
    intention: 'missing',
    email: 'form',
    phone: 'form',
  })
})

test('the booking of a demonstration', () => {
  const { intention: _, origin_language: _from, trans_language: _to, user_name: name, ...person } = contact
  const booking = { name, ...person, service: 'api', source_language: 'en', target_language: 'de' }
  expect(demoFaults(booking)).toEqual({})
  expect(demoFaults({ ...booking, message: 'x'.repeat(2001), service: '' })).toEqual({
    message: 'form',
    service: 'missing',
  })
})

test.each([
  ['email', 'marta@example.org', {}],
  ['email', '+49 40 123456', { contact: 'form' }],
  ['phone', '+49 40 123456', {}],
  ['phone', 'marta@example.org', { contact: 'form' }],
  ['wechat', 'marta_films', {}],
  ['wechat', '  ', { contact: 'missing' }],
  ['', 'marta', { contact_method: 'missing' }],
])('a partner by %s: “%s”', (contact_method, given, faults) => {
  const partner = { name: 'Marta', company: 'Harbour Films', language: 'en', contact_method, contact: given }
  expect(partnerFaults(partner)).toEqual(faults)
})

test.each(['+1 (555) 010-9999', '010 62345678', '040/123456', '555.010.9999 ext 12', '12345'])('%s is a phone', (n) => {
  expect(isPhone(n)).toBe(true)
})
test.each(['', '1234', 'call me', '+49\nBcc: x', '12345; drop'])('“%s” is none', (n) => {
  expect(isPhone(n)).toBe(false)
})

describe('laws', () => {
  test('a form with a fault stays faulty whatever else is filled in', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(contact) as (keyof typeof contact)[])),
        fc.string(),
        (field, remark) => {
          expect(Object.keys(contactFaults({ ...contact, remark, [field]: '' }))).toContain(field)
        },
      ),
    )
  })

  test('the survey is whole with four whole numbers from 0 to 10 and not otherwise', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -2, max: 12 }), { minLength: 4, maxLength: 4 }), ([a, b, c, d]) => {
        const isFine = [a, b, c, d].every((answer) => answer! >= 0 && answer! <= 10)
        expect(isSurveyWhole({ no_1: a!, no_2: b!, no_3: c!, no_4: d! })).toBe(isFine)
      }),
    )
    expect(isSurveyWhole({ no_1: 1, no_2: 1, no_3: 1 })).toBe(false)
    expect(isSurveyWhole({ no_1: 1, no_2: 1, no_3: 1, no_4: 1.5 })).toBe(false)
  })
})

test('a change of the password: all three, the new one long enough and twice the same', () => {
  expect(passwordFaults({ oldpassword: '', password: '', repassword: '' }, true)).toEqual({
    oldpassword: 'missing',
    password: 'missing',
    repassword: 'missing',
  })
  expect(passwordFaults({ oldpassword: 'x', password: 'short', repassword: 'other' }, true)).toEqual({
    password: 'form',
    repassword: 'form',
  })
  expect(passwordFaults({ oldpassword: '', password: 'secret-123', repassword: 'secret-123' }, false)).toEqual({})
})

test('marks of read notices: one for each, gone with the notice', () => {
  const notice = (id: string, end_time: string) => ({ id, end_time, read: false })
  const now = Date.parse('2026-06-01T00:00:00Z')
  const old = withReadMark([], notice('old', '2026-05-01T00:00:00Z'), Date.parse('2026-04-01T00:00:00Z'))
  const marks = withReadMark(old, notice('a', '2026-07-01T00:00:00Z'), now)
  expect(marks).toEqual([{ id: 'a', read: true, expireAt: '2026-07-01T00:00:00Z' }])
  expect(withReadMark(marks, notice('a', '2026-07-01T00:00:00Z'), now)).toEqual(marks)
  expect(isRead(marks, notice('a', ''))).toBe(true)
  expect(isRead(marks, notice('b', ''))).toBe(false)
  expect(isRead([], { ...notice('b', ''), read: true })).toBe(true)
})
