import * as z from 'zod/mini'
import { stored } from './stored.ts'

/** The name under which actions in this browser are recorded. Empty for the account itself. */
export const workingAs = stored('cuelane-working-as', z.string(), '')
