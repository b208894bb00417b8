import DOMPurify from 'dompurify'
import mammoth from 'mammoth'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Drawer } from '#src/ui/Drawer.ts'
import { Spinner } from '#src/ui/Spinner.ts'
import { notify } from '#src/ui/toaster.ts'

const WIDTH_PX = 800

/** Address of the document by language. */
const address = (language: string): string => `/credit-policy-${language}.docx`

/** The credit policy: a word processor document, fetched, converted to HTML and sanitised. */
export function CreditPolicy({ onClose }: { onClose: () => void }): ReactNode {
  const { t, i18n } = useTranslation('finance')
  const [html, setHtml] = useState<string>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const control = new AbortController()
    readPolicy(address(i18n.language), control.signal).then(setHtml, () => {
      if (control.signal.aborted) return
      setFailed(true)
      notify.error(t('policy_failed'))
    })
    return () => control.abort()
  }, [i18n.language, t])
  return (
    <Drawer
      isOpen
      position="right"
      size={WIDTH_PX}
      className="policy-drawer"
      title={t('credit_policy')}
      transitionDuration={0}
      onClose={onClose}
    >
      {failed && (
        <p role="alert" className="policy-failed">
          {t('policy_failed')}
        </p>
      )}
      {!failed && html === undefined && <Spinner className="policy-loading" size={24} />}
      {html !== undefined && <article className="policy" dangerouslySetInnerHTML={{ __html: html }} />}
    </Drawer>
  )
}

async function readPolicy(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`The policy answered ${response.status}`)
  const { value } = await mammoth.convertToHtml({ arrayBuffer: await response.arrayBuffer() })
  // The document's author may not add scripts, forms or foreign pages.
  return DOMPurify.sanitize(value, { USE_PROFILES: { html: true }, FORBID_TAGS: ['form', 'input', 'style', 'img'] })
}
