/** Opens the database, migrates it and closes it again: `npm start` does this during the build. */
import { join } from 'node:path'
import { readConfig } from './config.ts'
import { createServices } from './services.ts'

const config = readConfig(process.env, join(import.meta.dirname, '..'))
// Without engines: nothing here needs one.
const services = await createServices(config, { env: process.env, adapters: [], onError: () => undefined })
await services.close()
