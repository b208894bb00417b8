import { globSync, readFileSync } from 'node:fs'

const IMPORT =
  /(?:^|\n)(?:import|export) (?!type )[^'";]*?from '([^']+)'|(?:^|\n)import '([^']+)'|\bimport\('([^']+)'\)/g

/** Names of packages as what runs in the browser imports them, also in workers: without files of styles. */
export function browserPackages(root: string): string[] {
  const files = globSync('{core,src,workers}/**/*.{ts,tsx}', { cwd: root })
  const names = files.flatMap((file) =>
    [...readFileSync(`${root}/${file}`, 'utf8').matchAll(IMPORT)].map(
      ([, from, only, late]) => from ?? only ?? late ?? '',
    ),
  )
  return [...new Set(names)]
    .filter((name) => /^[@a-z]/i.test(name) && !/^(?:node:|virtual:)|\.css$|\?/.test(name))
    .sort()
}
