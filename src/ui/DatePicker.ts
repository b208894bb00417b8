import '@blueprintjs/datetime/lib/css/blueprint-datetime.css'
import './DatePicker.css'

/** A month of days, of which one is chosen. */
export { DatePicker } from '@blueprintjs/datetime'
