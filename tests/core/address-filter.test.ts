import { expect, test } from 'vitest'
import { filterIn } from '#core/domain/address-filter.ts'

const read = (query: string) =>
  filterIn(new URLSearchParams(query), ['kind', 'search'], { kind: ['video_erase', 'video_extract'] })

test.each([
  ['', { kind: '', search: '' }],
  ['kind=video_erase&search=harbour', { kind: 'video_erase', search: 'harbour' }],
  ['kind=no_such_kind&search=anything', { kind: '', search: 'anything' }],
  ['kind=&other=1', { kind: '', search: '' }],
])('%j is a filter whose choices exist', (query, filter) => {
  expect(read(query)).toEqual(filter)
})
