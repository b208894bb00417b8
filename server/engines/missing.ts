import type { Missing } from './ports.ts'

/** A missing program, with its packages by package manager. */
export function lacksProgram(lacks: string, packages: { apt?: string; brew?: string; dnf?: string }): Missing {
  const ways = [
    packages.apt && `apt-get install ${packages.apt}`,
    packages.brew && `brew install ${packages.brew}`,
    packages.dnf && `dnf install ${packages.dnf}`,
  ]
  return { lacks, remedy: { key: 'install', params: { ways: ways.filter(Boolean).join(' | ') } }, isOptional: false }
}

/** Packages of the product that are missing or do not run on this machine. */
export const lacksRuntime: Missing = { lacks: 'onnxruntime-node', remedy: { key: 'packages' }, isOptional: false }

/** An unconfigured service: the setting that enables it, others that it needs, and optional ones. */
export function lacksSetting(name: string, others: readonly string[] = [], more: readonly string[] = []): Missing {
  const names = [name, ...others].join(', ')
  if (more.length === 0) return { lacks: name, remedy: { key: 'set', params: { names } }, isOptional: true }
  return { lacks: name, remedy: { key: 'set_more', params: { names, more: more.join(', ') } }, isOptional: true }
}

/** Weights that can be downloaded. */
export function lacksModel(model: string, { needsEspeak = false } = {}): Missing {
  return {
    lacks: model,
    remedy: { key: needsEspeak ? 'fetch_with_espeak' : 'fetch', params: { model } },
    isOptional: true,
  }
}
