import type { Missing } from './ports.ts'

/** A program that is not installed, with the packages that have it by package manager. */
export function lacksProgram(lacks: string, packages: { apt?: string; brew?: string; dnf?: string }): Missing {
  const ways = [
    packages.apt && `apt-get install ${packages.apt}`,
    packages.brew && `brew install ${packages.brew}`,
    packages.dnf && `dnf install ${packages.dnf}`,
  ]
  return { lacks, remedy: { key: 'install', params: { ways: ways.filter(Boolean).join(' | ') } }, isOptional: false }
}

/** Packages of the product itself that are not there or do not run on this machine. */
export const lacksRuntime: Missing = { lacks: 'onnxruntime-node', remedy: { key: 'packages' }, isOptional: false }

/** A service that is not set up: the setting that it waits for, others that it needs, and those it may need besides. */
export function lacksSetting(name: string, others: readonly string[] = [], more: readonly string[] = []): Missing {
  const names = [name, ...others].join(', ')
  if (more.length === 0) return { lacks: name, remedy: { key: 'set', params: { names } }, isOptional: true }
  return { lacks: name, remedy: { key: 'set_more', params: { names, more: more.join(', ') } }, isOptional: true }
}

/** Weights that may be fetched. */
export function lacksModel(model: string, { needsEspeak = false } = {}): Missing {
  return {
    lacks: model,
    remedy: { key: needsEspeak ? 'fetch_with_espeak' : 'fetch', params: { model } },
    isOptional: true,
  }
}
