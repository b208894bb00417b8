import type { ProfileId } from './profiles.ts'

/** Operations on the cues of many versions. */
export const operationKinds = ['shift', 'fix', 'replace', 'roles', 'check'] as const

/** One change applied to every version; `check` changes nothing. Times in milliseconds. */
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
  /** Speakers of the version in this language, for the video's other versions. */
  | { readonly kind: 'roles'; readonly from_language: string }

/** Most versions of one operation: 500 videos in 6 languages, twice. */
export const MAX_OPERATION_VERSIONS = 6000
