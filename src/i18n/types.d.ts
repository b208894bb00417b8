import 'i18next'
import type agreement from '../../locales/en/agreement.json'
import type apikeys from '../../locales/en/apikeys.json'
import type account from '../../locales/en/account.json'
import type checks from '../../locales/en/checks.json'
import type common from '../../locales/en/common.json'
import type editor from '../../locales/en/editor.json'
import type errors from '../../locales/en/errors.json'
import type finance from '../../locales/en/finance.json'
import type forms from '../../locales/en/forms.json'
import type guide from '../../locales/en/guide.json'
import type header from '../../locales/en/header.json'
import type library from '../../locales/en/library.json'
import type login from '../../locales/en/login.json'
import type pro from '../../locales/en/pro.json'
import type publicPages from '../../locales/en/public.json'
import type review from '../../locales/en/review.json'
import type shell from '../../locales/en/shell.json'
import type staff from '../../locales/en/staff.json'
import type start from '../../locales/en/start.json'
import type subtitles from '../../locales/en/subtitles.json'
import type taskpages from '../../locales/en/taskpages.json'
import type tasks from '../../locales/en/tasks.json'
import type upload from '../../locales/en/upload.json'

interface Catalogues {
  agreement: typeof agreement
  account: typeof account
  apikeys: typeof apikeys
  checks: typeof checks
  common: typeof common
  editor: typeof editor
  errors: typeof errors
  finance: typeof finance
  forms: typeof forms
  guide: typeof guide
  header: typeof header
  library: typeof library
  login: typeof login
  pro: typeof pro
  public: typeof publicPages
  review: typeof review
  shell: typeof shell
  staff: typeof staff
  start: typeof start
  subtitles: typeof subtitles
  taskpages: typeof taskpages
  tasks: typeof tasks
  upload: typeof upload
}

/** Catalogues used by prefix beside another; with all of them the types exceed the depth limit. */
type Shared = 'checks' | 'common' | 'errors' | 'forms' | 'header' | 'pro' | 'shell' | 'subtitles' | 'tasks' | 'upload'

/** Their keys with catalogue prefix: `common:cancel`. */
type Everywhere = {
  [N in Shared]: { [K in keyof Catalogues[N] & string as `${N}:${K}`]: Catalogues[N][K] }
}
type AnyKey = Everywhere[keyof Everywhere] extends infer U
  ? (U extends unknown ? (u: U) => void : never) extends (all: infer I) => void
    ? I
    : never
  : never

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    // Types only: keys already contain catalogue names, so all keys need not be prefixed again.
    nsSeparator: false
    resources: { [N in keyof Catalogues]: Catalogues[N] & AnyKey }
  }
}
