import '@blueprintjs/datetime/lib/css/blueprint-datetime.css'
import './DatePicker.css'

/** A calendar in which the user chooses a day. */
export { DatePicker } from '@blueprintjs/datetime'
