import type { ProfileId } from './profiles.ts'

/** What can be done to the lines of many versions at once. */
export const operationKinds = ['shift', 'fix', 'replace', 'roles', 'check'] as const

/** One change, the same for every version that it is made in; `check` changes nothing. Times in milliseconds. */
export type Operation =
  | { readonly kind: 'shift'; readonly by: number; readonly from: number }
  | { readonly kind: 'fix' | 'check'; readonly profile: ProfileId }
  | {
      readonly kind: 'replace'
      readonly text: string
      readonly replacement: string
      readonly is_pattern: boolean
      readonly match_case: boolean
      readonly whole_word: boolean
    }
  /** Speakers of the version in this language, for the other versions of the same video. */
  | { readonly kind: 'roles'; readonly from_language: string }

/** Versions that one operation may be made in: 500 videos in 6 languages, twice. */
export const MAX_OPERATION_VERSIONS = 6000
