/** The viewer's English interface texts, with their keys in the catalogue. */
const keys = {
  Authorize: 'viewer_authorize',
  'Apply credentials': 'viewer_authorize',
  Authorized: 'viewer_authorized',
  'Available authorizations': 'viewer_authorizations',
  Logout: 'viewer_forget',
  'Remove authorization': 'viewer_forget',
  Close: 'viewer_close',
  'Value:': 'viewer_value',
  'Filter by tag or path': 'viewer_filter',
  'Expand operation': 'viewer_expand',
  'Collapse operation': 'viewer_collapse',
  'Expand all': 'viewer_expand_all',
  'Collapse all': 'viewer_collapse_all',
  'Try it out': 'viewer_try',
  Cancel: 'viewer_cancel',
  Reset: 'viewer_reset',
  Execute: 'viewer_execute',
  Clear: 'viewer_clear',
  Parameters: 'viewer_parameters',
  'No parameters': 'viewer_no_parameters',
  Name: 'viewer_name',
  Description: 'viewer_description',
  'Request body': 'viewer_request_body',
  'Example Value': 'viewer_example',
  'Edit Value': 'viewer_edit_value',
  Schema: 'viewer_schema',
  Responses: 'viewer_responses',
  'Server response': 'viewer_answer',
  Code: 'viewer_code',
  Details: 'viewer_details',
  'Media type': 'viewer_media_type',
  'Request URL': 'viewer_request_url',
  'Request duration': 'viewer_duration',
  'Response headers': 'viewer_response_headers',
  'Response body': 'viewer_response_body',
  Download: 'viewer_download',
  'Copy to clipboard': 'viewer_copy',
  'Send empty value': 'viewer_send_empty',
  'Default value': 'viewer_default',
  'Available values': 'viewer_values',
  'Please correct the following validation errors and try again.': 'viewer_wrong_fields',
  'No operations defined in spec!': 'viewer_nothing_found',
} as const

export type ViewerKey = (typeof keys)[keyof typeof keys]

const keyOf: ReadonlyMap<string, ViewerKey> = new Map(Object.entries(keys))
const attributes = ['placeholder', 'title', 'aria-label'] as const
/** Samples and texts of the document, which are not the viewer's, except italics before a value. */
const ofDocument = 'pre, code, .renderedMarkdown, .opblock-summary-description'
const beforeValue = '.renderedMarkdown i'

/**
 * Translates the viewer's texts, now and on every change; returns a function that ends it. Changes text nodes only, so
 * that the viewer keeps working.
 */
export function translateViewer(place: HTMLElement, wordOf: (key: ViewerKey) => string): () => void {
  const translated = (text: string): string => {
    const key = keyOf.get(text.trim())
    return key === undefined ? text : text.replace(text.trim(), () => wordOf(key))
  }
  const translateText = (node: Text): void => {
    const next = translated(node.data)
    const { parentElement } = node
    if (next !== node.data && (!parentElement?.closest(ofDocument) || parentElement.matches(beforeValue)))
      node.data = next
  }
  const translateElement = (element: Element): void => {
    if (element.matches(ofDocument)) element.setAttribute('lang', 'en')
    for (const name of attributes) {
      const value = element.getAttribute(name)
      if (value !== null && keyOf.has(value)) element.setAttribute(name, translated(value))
    }
  }
  const translateAll = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node: Node | null = root; node; node = walker.nextNode()) {
      if (node instanceof Text) translateText(node)
      else if (node instanceof Element) translateElement(node)
    }
  }
  const observer = new MutationObserver((mutations) => {
    for (const { target, type, addedNodes } of mutations) {
      if (type !== 'childList') translateAll(target)
      else for (const node of addedNodes) translateAll(node)
    }
  })
  translateAll(place)
  observer.observe(place, {
    ...{ subtree: true, childList: true, characterData: true },
    attributeFilter: [...attributes],
  })
  return () => observer.disconnect()
}
