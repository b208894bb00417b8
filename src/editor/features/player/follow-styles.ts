import { applyTheme } from '#src/ui/theme.ts'

/**
 * Copies styles, theme and language of this page to another window of the app and keeps them equal; returns a function
 * that ends it.
 */
export function followStyles(other: Document): () => void {
  other.title = document.title
  const styles = (): void => {
    other.head.querySelectorAll('style, link').forEach((old) => old.remove())
    for (const sheet of document.querySelectorAll('style, link[rel="stylesheet"]')) {
      const copy = other.importNode(sheet, true)
      // A window without an address can't resolve relative ones.
      if (sheet instanceof HTMLLinkElement) copy.setAttribute('href', sheet.href)
      other.head.append(copy)
    }
  }
  const theme = (): void => {
    other.documentElement.lang = document.documentElement.lang
    Object.assign(other.documentElement.dataset, document.documentElement.dataset)
    applyTheme(other)
  }
  styles()
  theme()
  const heads = new MutationObserver(styles)
  heads.observe(document.head, { childList: true })
  const themes = new MutationObserver(theme)
  themes.observe(document.documentElement, { attributes: true })
  themes.observe(document.body, { attributes: true, attributeFilter: ['class'] })
  return () => {
    heads.disconnect()
    themes.disconnect()
  }
}
