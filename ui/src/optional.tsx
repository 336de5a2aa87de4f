import { useWords } from './words.tsx'
import './field.css'

/** The word "optional" beside a label. */
export const Optional = () => <span className="ui-field-optional">{useWords().optional}</span>
