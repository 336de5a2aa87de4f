import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { IconButton } from './icon-button.tsx'
import { useCopy } from './use-copy.tsx'
import { useWords } from './words.tsx'

interface Props {
  text: string
  /** What is copied: "address". Part of the button's label. */
  name: string
}

/** A small icon button that copies a text and shows for a moment that it did. */
export const CopyButton = ({ text, name }: Props) => {
  const words = useWords()
  const { copy, state } = useCopy()
  const icons = { copied: <Check size={14} />, failed: <TriangleAlert size={14} /> }
  const said = { copied: words.copied, failed: words.copyFailed }
  return (
    <>
      <IconButton
        size="small"
        className="ui-button-inline"
        label={words.copy(name)}
        title={state === 'failed' ? words.copyFailed : words.copy(name)}
        icon={state ? icons[state] : <Copy size={14} />}
        onClick={(event) => {
          event.stopPropagation()
          void copy(text)
        }}
      />
      <output className="ui-hidden">{state && said[state]}</output>
    </>
  )
}
