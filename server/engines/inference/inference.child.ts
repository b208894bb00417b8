import { operations } from './operations.ts'
import { serve } from './serve.ts'

serve(operations)
