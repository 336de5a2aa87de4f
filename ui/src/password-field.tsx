import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'
import { useWords } from './words.tsx'

/** A password, masked until its button reveals it. Pass autoComplete "current-password" or "new-password". */
export const PasswordField = (props: Omit<TextFieldProps, 'type' | 'end'>) => {
  const [isRevealed, setRevealed] = useState(false)
  const words = useWords()
  const name = typeof props.label === 'string' ? props.label : ''
  const icon = isRevealed ? <EyeOff size={14} /> : <Eye size={14} />
  return (
    <TextField
      spellCheck={false}
      autoCapitalize="none"
      {...props}
      type={isRevealed ? 'text' : 'password'}
      end={
        <IconButton
          size="small"
          className="ui-button-inline"
          label={isRevealed ? words.hideSecret(name) : words.revealSecret(name)}
          icon={icon}
          onClick={() => setRevealed(!isRevealed)}
        />
      }
    />
  )
}
