import { expect, type Locator } from '@playwright/test'

/** Chooses from a custom select: by an option's value, its whole text or a part, or its index. */
export async function choose(field: Locator, option: string | RegExp | { readonly index: number }): Promise<void> {
  const list = field.page().getByRole('listbox')
  // A list closes when the page behind it takes the focus, as the editor does on opening: then it is reopened.
  await expect(async () => {
    if (!(await list.isVisible())) await field.click()
    await optionOf(list, option).click({ timeout: 5000 })
  }).toPass({ timeout: 60_000 })
  await list.waitFor({ state: 'hidden' })
}

function optionOf(list: Locator, option: string | RegExp | { readonly index: number }): Locator {
  const options = list.getByRole('option')
  if (typeof option === 'string') {
    return list.locator(`[data-value="${option}"]`).or(list.getByRole('option', { name: option, exact: true }))
  }
  return option instanceof RegExp ? options.filter({ hasText: option }) : options.nth(option.index)
}
