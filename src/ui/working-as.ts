import * as z from 'zod/mini'
import { stored } from './stored.ts'

/** Who works in this browser: the name under which what they do is noted. Empty for the account itself. */
export const workingAs = stored('cuelane-working-as', z.string(), '')
