import { serve } from '../inference/serve.ts'
import { modelOperations } from './operations.ts'

serve(modelOperations)
