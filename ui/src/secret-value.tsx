import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { CopyButton } from './copy-button.tsx'
import { IconButton } from './icon-button.tsx'
import { useWords } from './words.tsx'
import './copyable.css'

interface Props {
  value: string
  /** What it is, for the labels of the buttons: "API key". */
  name: string
  /** How many characters at the end are shown while it is masked. Default: none. */
  shownEnd?: number | undefined
}

/** A secret: masked until revealed, copied without being revealed. The mask does not tell its length. */
export const SecretValue = ({ value, name, shownEnd = 0 }: Props) => {
  const [isRevealed, setRevealed] = useState(false)
  const words = useWords()
  const masked = `••••••••${shownEnd > 0 ? value.slice(-shownEnd) : ''}`
  return (
    <span className={isRevealed ? 'ui-copyable ui-copyable-wrap' : 'ui-copyable'}>
      <code className={isRevealed ? undefined : 'ui-copyable-masked'}>{isRevealed ? value : masked}</code>
      <IconButton
        size="small"
        className="ui-button-inline"
        label={isRevealed ? words.hideSecret(name) : words.revealSecret(name)}
        icon={isRevealed ? <EyeOff size={14} /> : <Eye size={14} />}
        onClick={() => setRevealed(!isRevealed)}
      />
      <CopyButton text={value} name={name} />
    </span>
  )
}
