import '#src/style.css'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ListPage } from '#src/ui/ListPage.tsx'
import { AskedSearchField } from '#src/ui/SearchField.tsx'
import { Table } from '#src/ui/Table.tsx'
import common from '../../../locales/en/common.json'
import { waitFor } from '#tests/support/wait-for.ts'

let root: Root | undefined

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    defaultNS: 'common',
    resources: { en: { common } },
    react: { useSuspense: false },
  })
})
afterEach(() => {
  root?.unmount()
  root = undefined
})

function show(content: ReactNode): void {
  if (!root) {
    const place = document.createElement('div')
    document.body.append(place)
    root = createRoot(place)
  }
  root.render(content)
}

const shown = (text: string) => waitFor(() => expect(document.body.textContent).toContain(text))
const button = (name: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === name)
  if (!found) throw new RangeError(`no button ${name}`)
  return found
}

const steps = { onPage: vi.fn(), onClear: vi.fn(), mutate: vi.fn(async () => undefined) }
const answer = { data: undefined, error: undefined, isValidating: false, mutate: steps.mutate }
const listOf = (list: readonly string[]) => ({ ...answer, data: { list, total: list.length } })

function list(of: object, isFiltered = false): ReactNode {
  return (
    <ListPage<string>
      answer={{ ...answer, ...of }}
      columns={[
        { key: 'name', label: 'Name' },
        { key: 'size', label: 'Size', isNumber: true },
      ]}
      page={1}
      pageSize={2}
      onPage={steps.onPage}
      isFiltered={isFiltered}
      onClear={steps.onClear}
      failedTitle="Not read"
      empty={<p>Nothing yet</p>}
      toolbar={<p>Filters</p>}
      renderRow={(name) => (
        <tr key={name}>
          <td>{name}</td>
          <td className="number">1</td>
        </tr>
      )}
    />
  )
}

test('a list says that it is fetched, empty, without a match or broken, and each has a way on', async () => {
  show(list({}))
  await waitFor(() => expect(document.querySelector('table')?.ariaBusy).toBe('true'))
  expect(document.querySelectorAll('tbody.skeleton tr')).toHaveLength(5)
  show(list(listOf(['one', 'two'])))
  await shown('two')
  expect(document.querySelectorAll('tbody tr')).toHaveLength(2)
  show(list(listOf([])))
  await shown('Nothing yet')
  expect(document.body.textContent).not.toContain('Filters')
  show(list(listOf([]), true))
  await shown(common.no_match)
  button(common.clear_filters).click()
  expect(steps.onClear).toHaveBeenCalledOnce()
  show(list({ error: { isOffline: true, message: '' } }))
  await shown(common.offline)
  button(common.retry).click()
  expect(steps.mutate).toHaveBeenCalledOnce()
})

test('a head orders the rows and says how they are ordered', async () => {
  const onOrder = vi.fn()
  show(
    <Table columns={[{ key: 'name', label: 'Name', ordering: { direction: 'descending', onOrder } }]} rowCount={9}>
      <tr />
    </Table>,
  )
  await shown('Name')
  expect(document.querySelector('th')?.getAttribute('aria-sort')).toBe('descending')
  expect(document.querySelector('table')?.getAttribute('aria-rowcount')).toBe('10')
  button('Name').click()
  expect(onOrder).toHaveBeenCalledOnce()
})

test('a search is asked for by Enter, and shows what is asked for elsewhere', async () => {
  const onSearch = vi.fn()
  show(<AskedSearchField label="Search" value="" onSearch={onSearch} />)
  await waitFor(() => expect(document.querySelector('input')).not.toBeNull())
  const field = document.querySelector('input')!
  await userEvent.fill(field, ' harbour ')
  expect(onSearch).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(onSearch).toHaveBeenLastCalledWith('harbour')
  show(<AskedSearchField label="Search" value="boats" onSearch={onSearch} />)
  await waitFor(() => expect(field.value).toBe('boats'))
})
