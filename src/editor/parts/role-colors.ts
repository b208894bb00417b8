import type { Role } from '#core/contract/role.ts'
import { ROLE_COLORS } from '../timeline/index.ts'

/** Index of a speaker's colours in the palette. */
export function colorPlace(roles: readonly Role[], role: Role): number {
  return Math.max(0, roles.indexOf(role)) % ROLE_COLORS
}

/** A speaker's colours in CSS: a strong one for marks and edges, a soft one for backgrounds. */
export function colorOfRole(roles: readonly Role[], role: Role): { readonly strong: string; readonly soft: string } {
  const name = `--role-${colorPlace(roles, role) + 1}`
  return { strong: `var(${name})`, soft: `var(${name}-soft)` }
}
