import { timelineLaws } from './timeline-laws.ts'

timelineLaws('webgl')
