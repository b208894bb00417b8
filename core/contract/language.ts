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
    summary: 'Languages by purpose, and what each engine here can do',
    input: none,
    data: z.object({
      /** All that subtitles may be in. */
      upload: z.array(language),
      /** What some engine hears or reads. */
      extract: z.array(language),
      /** What some engine translates into, from one language at least. */
      target_translate: z.array(language),
      /** What some voice speaks. */
      target_dubbing: z.array(language),
      /** source code → target codes that some engine covers */
      translate_pairs: z.record(z.string(), z.array(z.string())),
      /** source code → target code → the language in between, where a translation takes two steps */
      translate_through: z.record(z.string(), z.record(z.string(), language)),
      engines: z.array(engine),
    }),
  }),
}
