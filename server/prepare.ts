/** Opens the database, brings its tables up to date and closes it again: `npm start` does this while it builds. */
import { join } from 'node:path'
import { readConfig } from './config.ts'
import { createServices } from './services.ts'

const services = await createServices(readConfig(process.env, join(import.meta.dirname, '..')), () => undefined)
await services.close()
