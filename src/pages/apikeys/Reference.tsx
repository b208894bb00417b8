import 'swagger-ui-dist/swagger-ui.css'
import './reference.css'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Failing } from '#src/ui/Failing.tsx'
import { useTheme } from '#src/ui/theme.ts'
import { translateViewer } from './viewer-words.ts'

interface Operation {
  readonly tags?: readonly string[]
  readonly security?: readonly Record<string, unknown>[]
}

interface ApiDocument {
  readonly tags?: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const takesKey = ({ security }: Operation): boolean => security?.some((one) => 'key' in one) ?? false

/** The API document with the calls for keys, and keys as the only authentication. */
function forPrograms(document: ApiDocument & { components?: { securitySchemes?: Record<string, unknown> } }): object {
  const paths = Object.entries(document.paths).flatMap(([path, operations]) => {
    const kept = Object.entries(operations)
      .filter(([, operation]) => takesKey(operation))
      .map(([method, operation]) => [method, { ...operation, security: [{ key: [] }] }] as const)
    return kept.length > 0 ? [[path, Object.fromEntries(kept)] as const] : []
  })
  const key = document.components?.securitySchemes?.['key']
  const used = new Set(paths.flatMap(([, operations]) => Object.values(operations).flatMap(({ tags = [] }) => tags)))
  return {
    ...document,
    tags: document.tags?.filter(({ name }) => used.has(name)),
    components: { ...document.components, securitySchemes: { key } },
    paths: Object.fromEntries(paths),
  }
}

/** Every call for keys in the OpenAPI viewer: calls can be tried, with their curl command. */
export function Reference(): ReactNode {
  const { t, i18n } = useTranslation('apikeys')
  const { language } = i18n
  const theme = useTheme()
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isGone = false
    let stopTranslating: (() => void) | undefined
    const show = async (): Promise<void> => {
      const [{ default: SwaggerUI }, answer] = await Promise.all([
        import('swagger-ui-dist/swagger-ui-es-bundle.js'),
        fetch('/openapi.json'),
      ])
      const spec = forPrograms((await answer.json()) as ApiDocument)
      if (isGone || !place.current) return
      SwaggerUI({
        domNode: place.current,
        spec,
        docExpansion: 'none',
        defaultModelsExpandDepth: -1,
        displayRequestDuration: true,
        filter: true,
        validatorUrl: null,
      })
      if (language !== 'en') stopTranslating = translateViewer(place.current, t)
      setState('shown')
    }
    show().catch(() => !isGone && setState('failed'))
    return () => {
      isGone = true
      stopTranslating?.()
    }
  }, [attempt, language, t])
  const again = (): void => {
    setState('loading')
    setAttempt(attempt + 1)
  }
  return (
    <div
      className={theme === 'dark' ? 'reference dark-mode' : 'reference'}
      // The viewer's own style sheet says this.
      style={{ '--required': JSON.stringify(t('viewer_required')) } as CSSProperties}
    >
      {state === 'loading' && <p className="muted">{t('docs_loading')}</p>}
      {state === 'failed' && (
        <Failing title={t('docs_failed')} text={t('common:offline')} busy={false} onRetry={again} />
      )}
      {/* Another language restarts the viewer. */}
      <div key={language} ref={place} />
    </div>
  )
}
