/** Names that are equal in every language: products, formats, keys, codes, addresses, sizes, file names. */
const SAME = [
  /^(?:Cuelane|Netflix|BBC|YouTube|Google|GitHub|WeChat|Webhook|API|Noto Sans|TypeScript|curl|CPS|CPL)\b/,
  /^(?:SRT|VTT|ASS|SSA|TTML|SUB|STL|SCC|MCC|SBV|SMI|LRC|JSON|MP4|MOV|MKV|WEBM|AVI|FLV|TS)$/,
  /^(?:(?:Ctrl|Alt|Shift)\+)*(?:Enter|Esc|Space|Del|Insert|Home|End|Tab|F\d+|.)$/,
  /^(?:https?:\/\/|\S+@\S+\.|[\w-]+\.(?:srt|mp4|txt)$)/,
  /^(?:English|Español|Français|Deutsch|Italiano|Português)$/,
  /^[\d.,]+ (?:B|KB|MB|GB|px|ms)$/,
]

/** Names and tooltips on the page, for screen readers; it needs nothing from outside, so that a browser can run it. */
export function namesOnPage(): string[] {
  const attributes = ['aria-label', 'title', 'alt', 'placeholder', 'data-tip', 'aria-valuetext']
  const spoken = ['aria-roledescription', 'aria-description', 'aria-placeholder']
  const of = (element: Element): string[] => {
    const own = [...attributes, ...spoken].map((name) => element.getAttribute(name) ?? '')
    return element.localName === 'title' && element.closest('svg') ? [...own, element.textContent] : own
  }
  return [...document.body.querySelectorAll('*')].flatMap(of)
}

/** Those of the names that are only in English, except the page's data. */
export function englishAmong(names: readonly string[], data: readonly string[] = []): string[] {
  const isEnglish = (name: string): boolean => /[A-Za-z]{2}/.test(name) && !/\p{Script=Han}/u.test(name)
  const isKnown = (name: string): boolean => SAME.some((kind) => kind.test(name)) || data.includes(name)
  return [...new Set(names.map((name) => name.trim()))].filter((name) => isEnglish(name) && !isKnown(name))
}
