import type { z } from 'zod'
import { libraryCalls } from './library.ts'
import { roleCalls } from './roles.ts'
import { sessionCalls } from './session.ts'
import { taskCalls } from './tasks.ts'
import { uploadCalls } from './upload.ts'

/** Every call of the application: the server registers these, the browser's client is typed by them. */
export const contract = { ...sessionCalls, ...uploadCalls, ...libraryCalls, ...roleCalls, ...taskCalls }

export type Contract = typeof contract
export type CallName = keyof Contract
/** What a caller writes. */
export type InputOf<N extends CallName> = z.input<Contract[N]['input']>
/** What a handler receives, defaults filled in. */
export type ParsedInputOf<N extends CallName> = z.output<Contract[N]['input']>
export type DataOf<N extends CallName> = z.output<Contract[N]['data']>
