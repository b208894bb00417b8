/** The cost of React and Blueprint alone: one button. */
import '@blueprintjs/core/lib/css/blueprint.css'
import { BlueprintProvider, Button } from '@blueprintjs/core'
import { createRoot } from 'react-dom/client'

const root = document.getElementById('root')
if (!root) throw new RangeError('empty.html has no #root')
createRoot(root).render(
  <BlueprintProvider>
    <Button intent="primary" text="One button" />
  </BlueprintProvider>,
)
