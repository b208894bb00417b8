import { expect, test } from 'vitest'
import { translateMessage } from '#server/app/messages.ts'
import { EngineError, type EngineFault } from '#server/engines/engine-error.ts'
import { failureOf } from '#server/jobs/failure.ts'

const faults: EngineFault[] = ['auth', 'quota', 'rate', 'content', 'input', 'transient']

test.each(faults)(
  'of a service’s fault (%s) customers get the number in the log, the operator what it said',
  (fault) => {
    const error = new EngineError(fault, 'openai', '401 Incorrect key sk-123 at http://10.0.0.3:8080/v1')
    for (const language of ['en', 'zh_cn'] as const) {
      const said = (isForOthers: boolean): string => {
        const { key = '', params } = failureOf(error, { logId: 'log-7', isForOthers }) ?? {}
        return translateMessage(language, key, params)
      }
      expect(said(true)).toContain('log-7')
      expect(said(true)).not.toMatch(/openai|sk-123|10\.0/)
      expect(said(false)).toContain('401 Incorrect key')
    }
  },
)
