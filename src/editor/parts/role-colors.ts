import type { Role } from '#core/contract/role.ts'
import * as colors from '#core/domain/role-colors.ts'

/** Index of a speaker's colours in the palette. */
export const colorPlace = (roles: readonly Role[], role: Role): number => colors.colorPlace(roles.indexOf(role))

/** A speaker's colours in CSS: a strong one for marks and edges, a soft one for backgrounds. */
export const colorOfRole = (roles: readonly Role[], role: Role): { readonly strong: string; readonly soft: string } =>
  colors.roleColor(roles.indexOf(role))
