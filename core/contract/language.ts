import { z } from 'zod'
import { call, none } from './call.ts'

const language = z.object({ code: z.string(), name: z.string() })

const engine = z
  .object({
    name: z.string(),
    kind: z.string(),
    available: z.boolean(),
    languages: z.array(z.string()),
    detail: z.string(),
  })
  .meta({ id: 'Engine' })

/** Languages and what can be done with them. */
export const languageCalls = {
  getLanguages: call({
    method: 'GET',
    path: '/admin/home.language/getlist',
    access: 'public',
    summary: 'Languages by purpose, and what each engine covers',
    input: none,
    data: z.object({
      /** All languages of subtitles. */
      upload: z.array(language),
      /** Languages that some engine recognises or reads. */
      extract: z.array(language),
      /** Target languages of some engine, from at least one language. */
      target_translate: z.array(language),
      /** Languages of some voice. */
      target_dubbing: z.array(language),
      /** source code → target codes of some engine */
      translate_pairs: z.record(z.string(), z.array(z.string())),
      /** source code → target code → the pivot language of a two-step translation */
      translate_through: z.record(z.string(), z.record(z.string(), language)),
      engines: z.array(engine),
    }),
  }),
}
