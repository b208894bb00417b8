/** Delivery profiles, their findings, and fixes. */
export * from '../../core/checks/check.ts'
export * from '../../core/checks/fix.ts'
export * from '../../core/checks/profiles.ts'
export * from '../../core/checks/report.ts'
export * from '../../core/checks/rule.ts'
