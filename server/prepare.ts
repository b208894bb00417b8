/** Opens the database, brings its tables up to date and closes it again: `npm start` does this while it builds. */
import { join } from 'node:path'
import { readConfig } from './config.ts'
import { createServices } from './services.ts'

const config = readConfig(process.env, join(import.meta.dirname, '..'))
// Without engines: nothing runs here that would use one.
const services = await createServices(config, { env: process.env, adapters: [], onError: () => undefined })
await services.close()
