/** Delivery profiles, what they find in some cues, and fixes. */
export * from '../../core/checks/check.ts'
export * from '../../core/checks/fix.ts'
export * from '../../core/checks/profiles.ts'
export * from '../../core/checks/report.ts'
export * from '../../core/checks/rule.ts'
