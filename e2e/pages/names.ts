import type { Page } from '@playwright/test'

/** Names that are equal in every language: products, formats, keys, codes, addresses, sizes, file names. */
const SAME = [
  /^(?:Cuelane|Netflix|BBC|YouTube|Google|GitHub|WeChat|Webhook|API|Noto Sans|TypeScript|curl|CPS|CPL)\b/,
  /^(?:SRT|VTT|ASS|SSA|TTML|SUB|STL|SCC|MCC|SBV|SMI|LRC|JSON|MP4|MOV|MKV|WEBM|AVI|FLV|TS)$/,
  /^(?:(?:Ctrl|Alt|Shift)\+)*(?:Enter|Esc|Space|Del|Insert|Home|End|Tab|F\d+|.)$/,
  /^(?:https?:\/\/|\S+@\S+\.|[\w-]+\.(?:srt|mp4|txt)$)/,
  /^(?:English|Español|Français|Deutsch|Italiano|Português)$/,
  /^[\d.,]+ (?:B|KB|MB|GB|px|ms)$/,
]

/** Names and tooltips on a page that are only in English, except its data. */
export async function englishNames(page: Page, data: readonly string[] = []): Promise<string[]> {
  const named = await page.evaluate(() => {
    const attributes = ['aria-label', 'title', 'alt', 'placeholder', 'data-tip', 'aria-valuetext']
    const spoken = ['aria-roledescription', 'aria-description', 'aria-placeholder']
    const of = (element: Element): string[] => {
      const own = [...attributes, ...spoken].map((name) => element.getAttribute(name) ?? '')
      return element.localName === 'title' && element.closest('svg') ? [...own, element.textContent] : own
    }
    return [...document.body.querySelectorAll('*')].flatMap(of)
  })
  const isEnglish = (name: string): boolean => /[A-Za-z]{2}/.test(name) && !/\p{Script=Han}/u.test(name)
  const isKnown = (name: string): boolean => SAME.some((kind) => kind.test(name)) || data.includes(name)
  return [...new Set(named.map((name) => name.trim()))].filter((name) => isEnglish(name) && !isKnown(name))
}
